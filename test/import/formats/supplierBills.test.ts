import { describe, expect, it } from 'vitest';
import { refuseBills } from '../../../src/import/formats/supplierBills.js';

const said = (lines: readonly string[]): string => {
  try {
    refuseBills(`${lines.join('\n')}\n`);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

describe('a list of bills', () => {
  it('is told by its numbers of bills or its sums of money, and says how bills are imported', () => {
    expect(
      said([
        'Invoice No,MPAN,From,To,kWh,Total £',
        '1,1012345678905,01/01/2024,28/01/2024,500,120.5',
        '2,1012345678905,28/01/2024,24/02/2024,480,110',
      ]),
    ).toBe(
      'the file is a list of bills ("Invoice No", "Total £", with 27 days a row), and no intervals of meter data: ' +
        'name its columns _id, accountId, values.startDate, values.endDate, values.totalUnits, values.units and ' +
        'values.totalCost, and import it with udg import invoices <file>; if each row is metered use, say --format intervals',
    );
  });

  it.each([
    [
      'Invoice Number,Invoice Date,MPAN,Period Start,Period End,Units (kWh),Net,VAT,Gross',
      '7,05/02/2024,1,01/01/2024,31/01/2024,500,100,5,105',
    ],
    ['Bill Date,Account,Billing Period,kWh,Amount Due', '05/02/2024,A1,01/01/2024 - 31/01/2024,500,105'],
    ['Rechnungsnummer;Zählpunkt;Von;Bis;Verbrauch (kWh);Betrag €', 'R1;DE1;01.01.2024;31.12.2024;3.500;1.050,00'],
    [
      'Rechnung Nr;Rechnungsdatum;Zähler;Zeitraum von;Zeitraum bis;kWh;Brutto',
      'R1;05.02.2024;1;01.01.2024;31.01.2024;500;150',
    ],
    ['N° facture;PDL;Du;Au;Consommation (kWh);Montant TTC', 'F1;1;01/01/2024;29/02/2024;800;160,5'],
    ['Facture,Date de facture,PDL,Date début,Date fin,kWh,TTC', 'F1,05/03/2024,1,01/01/2024,29/02/2024,800,160.5'],
    ['Nº Factura;CUPS;Fecha inicio;Fecha fin;Consumo kWh;Importe (€)', 'F1;ES1;01/01/2024;31/01/2024;300;70,1'],
    ['Numero Fattura;POD;Dal;Al;Consumo kWh;Totale €', 'F1;IT1;01/01/2024;31/01/2024;300;70,1'],
    ['Factuurnummer;EAN-code;Van;Tot;kWh;Bedrag', 'F1;54;01-01-2024;31-01-2024;300;70,1'],
    ['MPAN,Start,End,kWh,Total £', '1,01/01/2024,31/01/2024,500,120.5'],
    ['TYPE,START DATE,END DATE,USAGE (kWh),COST', 'Electric,2024-01-01,2024-01-30,500,$120.5'],
    ['Invoice No,MPAN,kWh,Total', '1,1012345678905,500,120.5'],
  ])('is refused: %s', (...lines) => {
    for (const above of [[], ['Acme Energy', 'Customer: A']]) {
      expect(said([...above, ...lines])).toMatch(/^the file is a list of bills \(".*udg import invoices <file>/);
    }
  });

  it.each([
    [['MPAN,From,To,kWh', '1,01/01/2024 00:00,01/01/2024 00:30,0.5', '1,01/01/2024 00:30,01/01/2024 01:00,0.5']],
    [['Consumption (kwh),Estimated Cost Inc. Tax (p),Start,End', '0.1,2.5,2024-01-01T00:00:00Z,2024-01-01T00:30:00Z']],
    [
      [
        'Invoice No,MPAN,From,To,kWh',
        '1,1,01/01/2024 00:00,01/01/2024 00:30,0.5',
        '1,1,01/01/2024 00:30,01/01/2024 01:00,0.5',
      ],
    ],
    [
      [
        'TYPE,DATE,START TIME,END TIME,USAGE,UNITS,COST',
        'Electric usage,2024-01-01,00:00,00:14,0.05,kWh,$0.02',
        'Electric usage,2024-01-01,00:15,00:29,0.05,kWh,$0.02',
      ],
    ],
    [['MPAN,Date,kWh,Cost', '1,2024-01-01,10,2', '1,2024-01-02,11,2', '1,2024-01-03,9,2']],
    [['Invoice No,MPAN,Date,kWh', '7,1,2024-01-01,10', '7,1,2024-01-02,11', '7,1,2024-01-03,9']],
    [['MPAN,Start,End,kWh', '1,2024-01-01,2024-01-31,100', '1,2024-02-01,2024-02-29,90']],
    [['Invoice No,Meter,Start,End,kWh', '7,1,2024-01-01,2024-01-02,10', '7,1,2024-01-02,2024-01-03,10']],
    [['_id,accountId,invoiceNumber,values.startDate,values.endDate,values.totalCost', 'a,b,1,2024-01-01,2024-01-31,5']],
    [['MPAN,Date,Total kWh', '1,2024-01-01,10', '1,2024-02-01,10']],
    [['_id,name,address', '1,a,b']],
    [['Invoice No,MPAN,From,To,kWh,Total £']],
  ])('is no meter data of times or days: %j', (lines) => {
    expect(said(lines)).toBe('');
  });
});
