/** A query that runs unchanged on the sample portfolio. */
export interface Example {
  /** The operation name, which GraphiQL shows as the title of the tab. */
  readonly name: string;
  readonly title: string;
  /** One sentence on what the result shows. */
  readonly about: string;
  readonly query: string;
}

/** The worked examples; each opens in one tab. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'PortfolioByMonth',
    title: 'The portfolio by month',
    about: 'Electricity of the whole portfolio of the key, by month, with its emissions.',
    query: `# The electricity of your whole portfolio.
# consumption is in units, emissions in kgCO2e;
# coverage is the share of the expected meters'
# time with data, 0 to 1.
query PortfolioByMonth {
  viewer {
    consumption(
      startDate: "2022-01-01"
      endDate: "2022-12-31"
      granularity: monthly
      accountType: electricity
    ) {
      units
      consumption
      coverage
      emissions {
        total
        scope2
        scope3
      }
      data {
        date
        consumption
        emissions {
          total
        }
      }
    }
  }
}
`,
  },
  {
    name: 'InvoicesToSites',
    title: 'Invoices, their meters and their sites',
    about: 'The newest unpaid invoices, each with its meter and its site.',
    query: `# The newest unpaid invoices. A link is a field:
# account is the billed meter,
# asset is the site of the meter.
query InvoicesToSites {
  invoices(
    filter: { isPaid: { eq: false } }
    sort: "values.invoiceDate:desc"
    limit: 5
  ) {
    total
    data {
      _id
      values {
        supplierName
        invoiceDate
        totalUnits
        units
        totalCost
      }
      account {
        name
        meterSerialNumber
        asset {
          siteName
          address {
            locality
          }
        }
      }
    }
  }
}
`,
  },
  {
    name: 'BuildingsPerSquareMetre',
    title: 'Buildings by kWh per m²',
    about: 'The buildings of one district compared: a year of electricity per m² of floor.',
    query: `# The buildings of one district, the largest first:
# a year of electricity, and kWh and kgCO2e per m².
# Where coverage is below 1, data is missing.
query BuildingsPerSquareMetre {
  assets(filter: { tags: { has: "west" } }, sort: "floorArea:desc") {
    total
    data {
      _id
      siteName
      floorArea
      consumption(
        startDate: "2022-01-01"
        endDate: "2022-12-31"
        granularity: yearly
        accountType: electricity
      ) {
        consumption
        coverage
        intensity {
          consumption
          emissions
        }
      }
    }
  }
}
`,
  },
  {
    name: 'Gaps',
    title: 'Gaps: where data is missing',
    about: 'The hourly electricity meters with the share of the year with data, and every time without data.',
    query: `# The share of the year with data, and each time
# without data. The service never estimates it.
query Gaps {
  accounts(
    filter: { type: { eq: electricity }, tags: { has: "hourly" } }
    sort: "name:asc"
  ) {
    total
    data {
      _id
      name
      consumption(
        startDate: "2022-01-01"
        endDate: "2022-12-31"
        granularity: yearly
      ) {
        isMissing
        coverage
        gaps {
          startDate
          endDate
        }
      }
    }
  }
}
`,
  },
  {
    name: 'Findings',
    title: 'Findings: problems to check',
    about: 'Problems in meters and bills that each import detects, the latest first, with meter, site and bills.',
    query: `# Problems to check. Each import detects them.
# message explains a problem, evidence has its
# values. A repaired problem becomes resolved.
query Findings {
  findings(
    filter: {
      status: { eq: open }
      severity: { in: [high, medium] }
    }
    sort: "startDate:desc"
    limit: 10
  ) {
    total
    data {
      kind
      severity
      startDate
      message
      evidence {
        name
        value
        units
        text
      }
      account {
        name
        asset {
          siteName
        }
      }
      invoices(limit: 5) {
        data {
          values {
            invoiceNumber
          }
        }
      }
    }
  }
}
`,
  },
];
