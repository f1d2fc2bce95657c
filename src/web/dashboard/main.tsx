import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/colours.css';
import '../shared/bar.css';
import '../shared/keyForm.css';
import '../shared/visuallyHidden.css';
import './styles/page.css';
import './styles/cards.css';
import './styles/tables.css';
import './styles/print.css';
import { startLanguage } from '../shared/useLanguage.js';
import { App } from './App.js';

startLanguage();
const root = document.getElementById('dashboard');
if (root === null) throw new Error('the page has no element #dashboard');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
