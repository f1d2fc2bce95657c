import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createGatewayClient, GatewayProvider, useInfiniteAccounts } from 'utility-data-gateway-hooks';
import { useBuilding } from './gateway.js';

const asked = new URLSearchParams(window.location.search);
const given = (name: string): string => asked.get(name) ?? '';

function Building(): ReactElement {
  const { data, error } = useBuilding({ id: given('id'), startDate: '2023-01-01', endDate: '2023-12-31' });
  if (error) return <p role="alert">{`${error.code}: ${error.detail}`}</p>;
  if (!data) return <p>Loading…</p>;
  const { asset } = data;
  return (
    <table aria-label="building" data-site={asset?.siteName ?? ''} data-sum={asset?.consumption?.consumption ?? ''}>
      <tbody>
        {asset?.consumption?.data.map(({ date, consumption }) => (
          <tr key={date}>
            <td>{date}</td>
            <td>{consumption}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Accounts(): ReactElement {
  const { data, hasNextPage, fetchNextPage } = useInfiniteAccounts({ sort: '_id:asc', limit: 25 });
  return (
    <section aria-label="accounts" data-total={data?.total ?? ''}>
      <ol>
        {data?.rows.map(({ _id }) => (
          <li key={_id}>{_id}</li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}

const queries = new QueryClient();

function App(): ReactElement {
  const [key, setKey] = useState(given('key'));
  const client = createGatewayClient({ address: given('address'), key });
  return (
    <QueryClientProvider client={queries}>
      <GatewayProvider client={client}>
        <input aria-label="key" value={key} onChange={({ target }) => setKey(target.value)} />
        <Building />
        <Accounts />
      </GatewayProvider>
    </QueryClientProvider>
  );
}

const app = document.getElementById('app');
if (app) createRoot(app).render(<App />);
