import { describe, expect, it } from 'vitest';
import { LIST_FIELDS } from '../support/contractFields.js';
import { ENGINES } from '../support/engines.js';
import { envelope, subset, type Filter, type Question } from '../support/model.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';

const ACCOUNT = String(at(PORTFOLIO.readings, 1).accountId);
const EVERYTHING = { companies: COMPANIES, entities: [] };

describe.each(ENGINES)('GET /readings on %s (contract 4)', (engine) => {
  const { server, key } = servePortfolio(engine);

  const read = async (query: string): Promise<unknown> => {
    const answer = await server().get(`/readings?${query}`, key());
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const model = (filter: Filter, more: Question = {}): unknown => {
    const page = envelope(
      'readings',
      { ...more, filter: { and: [{ accountId: { eq: ACCOUNT } }, filter] } },
      EVERYTHING,
    );
    return { ...page, data: page.data.map((record) => subset(record, LIST_FIELDS.readings)) };
  };
  const A = { type: { eq: 'A' } };

  it('"accountId: required": a request without it is a 400 that names it, whatever its other parameters', async () => {
    for (const query of ['', 'limit=1', 'type=*', 'entityId=e00000000000000000000011']) {
      const { status, body } = await server().get(`/readings?${query}`, key());
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ parameter: 'accountId', message: 'accountId is required.' }]);
    }
    const { body } = await server().get('/readings?acountId=x', key());
    expect(body.errors).toMatchObject([{ parameter: 'acountId', suggestion: 'accountId' }, { parameter: 'accountId' }]);
  });

  it('"type: default A"; another type or `*` for every type', async () => {
    expect(await read(`accountId=${ACCOUNT}`)).toEqual(model(A));
    expect(await read(`accountId=${ACCOUNT}&type=A`)).toEqual(model(A));
    expect(await read(`accountId=${ACCOUNT}&type=E`)).toEqual(model({ type: { eq: 'E' } }));
    expect(await read(`accountId=${ACCOUNT}&type=*`)).toEqual(model({}));
    expect(await read(`accountId=${ACCOUNT}&type=`)).toEqual(model({ type: { eq: '' } }));
    for (const query of ['type=*&type=*', 'type=A&type=*']) {
      const { body } = await server().get(`/readings?accountId=${ACCOUNT}&${query}`, key());
      expect(body.errors).toMatchObject([{ parameter: 'type' }]);
    }
  });

  it('`*` matches any value only for parameters with a default', async () => {
    const { status, body } = await server().get(`/readings?accountId=${ACCOUNT}&source=*`, key());
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ parameter: 'source' }]);
    expect(await read(`accountId=${ACCOUNT}&name=*`)).toEqual(model({ and: [A, { name: { eq: '*' } }] }));
  });

  it.each(['manual', 'invoice', 'app', 'import', 'sub meter'])('"source": %s', async (source) => {
    const query = `accountId=${ACCOUNT}&type=*&source=${encodeURIComponent(source)}`;
    expect(await read(query)).toEqual(model({ source: { eq: source } }));
  });

  it('"source: manual, invoice, app, import, sub meter": another is a 400 with the list', async () => {
    const { body } = await server().get(`/readings?accountId=${ACCOUNT}&source=sub-meter`, key());
    expect(body.errors).toMatchObject([
      { parameter: 'source', allowed: ['manual', 'invoice', 'app', 'import', 'sub meter'], suggestion: 'sub meter' },
    ]);
  });

  it('"isHalfHourly: true returns only half-hourly readings"', async () => {
    const query = `accountId=${ACCOUNT}&type=*&isHalfHourly=`;
    expect(await read(`${query}true`)).toEqual(model({ isHalfHourly: { eq: true } }));
    expect(await read(`${query}false`)).toEqual(model({ isHalfHourly: { eq: false } }));
  });

  it('"a boolean filter selects the first reading after a meter reset to 0": meterReset', async () => {
    expect(await read(`accountId=${ACCOUNT}&type=*&meterReset=true`)).toEqual(model({ meterReset: { eq: true } }));
  });

  it('"registerId", any text, and "invoiceId: readings linked to that invoice", an identifier', async () => {
    const { registerId, invoiceId } = PORTFOLIO.readings.find(
      (record) => record.accountId === ACCOUNT && record.registerId !== null && record.invoiceId !== null,
    ) ?? { registerId: '', invoiceId: '' };
    for (const [field, id] of [
      ['registerId', registerId],
      ['invoiceId', invoiceId],
    ]) {
      expect(await read(`accountId=${ACCOUNT}&type=*&${String(field)}=${encodeURIComponent(String(id))}`)).toEqual(
        model({ [String(field)]: { eq: id } }),
      );
    }
    expect(await read(`accountId=${ACCOUNT}&type=*&registerId=1`)).toEqual(model({ registerId: { eq: '1' } }));
    const { body } = await server().get(`/readings?accountId=${ACCOUNT}&invoiceId=1`, key());
    expect(body.errors).toMatchObject([{ parameter: 'invoiceId' }]);
  });

  it('"submittedAt" and "value" "with .gte, .lte, .gt, .lt"', async () => {
    const ends = { gte: '2023-03-01T09:00:00.000Z', lt: '2023-08-01T09:00:00.000Z' };
    const query = `accountId=${ACCOUNT}&type=*&submittedAt.gte=${ends.gte}&submittedAt.lt=${ends.lt}`;
    expect(await read(query)).toEqual(model({ submittedAt: ends }));
    expect(await read(`accountId=${ACCOUNT}&type=*&value.gt=0&value.lte=1.5`)).toEqual(
      model({ value: { gt: 0, lte: 1.5 } }),
    );
  });

  it.each(['submittedAt:asc', 'submittedAt:desc'])('"sort: %s"', async (sort) => {
    expect(await read(`accountId=${ACCOUNT}&sort=${sort}&limit=5&page=2`)).toEqual(
      model(A, { sort, limit: 5, page: 2 }),
    );
  });

  it('an account that does not exist or is not visible has no readings', async () => {
    const own = await server().key({ companies: [String(COMPANIES.find((id) => id !== companyOf(ACCOUNT)))] });
    const foreign = await server().get(`/readings?accountId=${ACCOUNT}`, own);
    const none = await server().get(`/readings?accountId=${'f'.repeat(24)}`, own);
    expect(foreign.body).toEqual({ total: 0, limit: 100, skip: 0, data: [] });
    expect(none.body).toEqual(foreign.body);
  });
});

function companyOf(account: string): unknown {
  return PORTFOLIO.accounts.find(({ _id }) => _id === account)?.companyId;
}
