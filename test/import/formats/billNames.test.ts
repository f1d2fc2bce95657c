import { describe, expect, it } from 'vitest';
import { billRole } from '../../../src/import/formats/bills/billNames.js';

describe('the column names of a table of bills', () => {
  it.each([
    'Rate',
    'Rate (p)',
    'Unit Rate (p/kWh)',
    'Unit price (£/kWh)',
    'Price p/kWh',
    'Price per unit',
    'Arbeitspreis (ct/kWh)',
    'Preis ct/kWh',
    'Prix unitaire (€/kWh)',
  ])('%s names the price of a unit', (label) => {
    expect(billRole(label)).toBe('rate');
  });

  it.each([
    ['Total (£)', 'total'],
    ['Total kWh', 'value'],
    ['Net (£)', 'net'],
    ['Usage (kWh)', 'value'],
    ['Amount (£)', 'cost'],
    ['Unit', 'unit'],
    ['Period', 'period'],
    ['MwSt', 'vat'],
    ['MwSt.', 'vat'],
    ['Total inc GST', 'total'],
    ['Amount (excl. VAT)', 'net'],
    ['Total (pence)', 'total'],
    ['Billed kWh', 'value'],
    ['kWh Used', 'value'],
    ['Import kWh', 'value'],
    ['Current Charges', 'total'],
    ['Amount Due', 'due'],
    ['Service From', 'start'],
    ['Acct #', 'reference'],
  ])('%s names the %s', (label, role) => {
    expect(billRole(label)).toBe(role);
  });
});
