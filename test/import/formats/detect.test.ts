import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { fixture } from './support.js';

const PERIODS = Array.from({ length: 48 }, (_, index) => index + 1).join(',');

describe('the format of a file', () => {
  it.each([
    ['{"_id": 1}\n', 'ndjson'],
    ['\n  {"_id": 1}', 'ndjson'],
    ['{"_id": 1, "data": 2}\n"bad"\n', 'ndjson'],
    ['{"_id": 1, broken\n{"_id": 2}\n', 'ndjson'],
    ['{"_id": 1, "rates": [{"data": [1]}]}\n{"_id": 2}', 'ndjson'],
    ['{"_id": 1, "rates": [{"data": [1]}]}', 'ndjson'],
    ['{"accountId": "1", "rates": [{"data": ', 'ndjson'],
    ['{"name": "a", "tags": ["x", "y"]}', 'ndjson'],
    ['{"rates": [{"a": 1}], "_id": 1}\n\n{"rates": [{"a": 1}], "_id": 2}\n', 'ndjson'],
    ['_id,name\n1,a', 'csv'],
    ['_id', 'csv'],
    ['', 'csv'],
    ['_id;a,name;b', 'csv'],
    [`MPAN,Date,${PERIODS}\n`, 'half-hourly'],
    [`"MPAN","Date",${PERIODS}\r\n1`, 'half-hourly'],
    ['_id;name\n1;a', 'csv'],
    [`Report of 2024\nSite: A;;\n\nMPAN;Date;${PERIODS.replaceAll(',', ';')}\n`, 'half-hourly'],
    [`MPAN\tDate\t${PERIODS.replaceAll(',', '\t')}\r\n`, 'half-hourly'],
    ['Date,Elec main,Gas\n31/01/2024,10500,2210\n', 'crosstab'],
    ['Report\n\nMeter;Unit;Jan 2024;Feb 2024\nGas;kWh;1,5;\n', 'crosstab'],
    ['Date,Elec main,Gas\nsome,text,1\n', 'csv'],
    ['accountId,startDate,endDate\n1,2024-01-01,2024-02-01\n2,2024-01-01,2024-02-01\n', 'csv'],
    ['Date,Gas (kWh)\n31/01/2024,5\n', 'intervals'],
    [fixture('nem/Example_NEM12_actual_interval.csv'), 'nem12'],
    [fixture('nem/Example_NEM13_consumption_data.csv'), 'nem13'],
    [fixture('espi/test_usage_data.xml').slice(0, 1_000), 'espi'],
  ])('is recognised by the beginning of %.30j, with and without a byte order mark', (text, format) => {
    expect(detectFormat(text)).toBe(format);
    expect(detectFormat(`\uFEFF${text}`)).toBe(format);
  });

  it.each([
    ['[{"_id": 1}]', 'the file is a JSON array; write one object per line (NDJSON), for example with jq -c ".[]"'],
    [
      '{"total":1,"limit":100,"skip":0,"data":[{"_id": 1}]}',
      'the file is one JSON object with its records in "data"; write one object per line (NDJSON), for example with jq -c ".data[]"',
    ],
    ['{\n  "data": [\n    {"_id": 1}\n  ]\n}', 'the file is one JSON object with its records in "data"'],
    [
      '{\r\n  "_id": "1",\r\n  "name": "a"\r\n}',
      'the file is JSON over several lines; write one object per line (NDJSON), for example with jq -c .',
    ],
    ['{\n}', 'the file is JSON over several lines'],
    ['{ "_id": "1",\n "name": "a" }', 'the file is JSON over several lines'],
    ['[\n{"_id": 1}\n]', 'the file is a JSON array'],
    [
      '[{"timestamp":"2024-01-01 00:00","value":1,"more":{}}]',
      `the file is a JSON array; write it as CSV with a header, for example with jq -r '["timestamp","value"], (.[] | [.timestamp,.value]) | @csv'`,
    ],
    [
      '{"count":2,"next":null,"results":[{"consumption":0.1,"interval_start":"2024-01-01T00:00:00Z"}]}',
      `the file is one JSON object with its records in "results"; write it as CSV with a header, for example with jq -r '["consumption","interval_start"], (.results[] | [.consumption,.interval_start]) | @csv'`,
    ],
    [
      '{\n "meter": {"id": "1", "half hours": [\n {"at": "00:00", "kWh": 1},\n {"at": "00:30", "kWh": 1}]}}',
      `records in "meter.half hours"; write it as CSV with a header, for example with jq -r '["at","kWh"], (.meter["half hours"][] | [.at,.kWh]) | @csv'`,
    ],
    [
      '[["2024-01-01 00:00",1],["2024-01-01 00:30",2]]',
      `the file is a JSON array; write it as CSV with a header, for example with jq -r '.[] | @csv'`,
    ],
    ['[]', 'the file is a JSON array'],
    ['[1,2,3]', 'the file is a JSON array'],
    [
      '{"feed":{"entry":[{"content":{"IntervalBlock":[]}}]}}',
      'the file is Green Button data as JSON. Download it as XML',
    ],
    ['{\n "ns1:feed": {\n "ns1:entry": []\n}\n}', 'the file is Green Button data as JSON'],
    [
      `{"values":[${'{"timestamp":"2024-01-01 00:00","value":1},'.repeat(100)}`,
      'the file is one JSON object with its records in "values"',
    ],
    ['_\0i\0d\0', 'the file is binary or UTF-16, not UTF-8 text'],
  ])('is rejected for %.20j', (text, message) => {
    expect(() => detectFormat(text)).toThrow(message);
  });
});
