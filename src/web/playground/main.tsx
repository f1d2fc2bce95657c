import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/colours.css';
import '../shared/bar.css';
import '../shared/keyForm.css';
import '../shared/visuallyHidden.css';
import './playground.css';
import { Playground } from './Playground.js';

const root = document.getElementById('playground');
if (root === null) throw new Error('the page has no element #playground');
createRoot(root).render(
  <StrictMode>
    <Playground />
  </StrictMode>,
);
