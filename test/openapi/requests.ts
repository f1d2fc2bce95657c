/** What is asked for the example of each operation, over the sample portfolio. */
export const REQUESTS: Readonly<Record<string, string>> = {
  account: '/accounts/7f922057c784810ba2f401b0',
  accounts: '/accounts?type=electricity&assetId=c85be2627041bb78294f37e6',
  asset: '/assets/c85be2627041bb78294f37e6',
  assets: '/assets?siteCode=CU-002',
  consumption:
    '/consumption?startDate=2022-11-01&endDate=2022-12-31&accountType=electricity&assetId=c85be2627041bb78294f37e6&emissions=true',
  deletions: '/deletions?resource=invoices&deletedAt.gte=2025-03-04',
  emissions:
    '/emissions?startDate=2022-11-01&endDate=2022-12-31&accountType=electricity&assetId=c85be2627041bb78294f37e6',
  figures:
    '/figures?by=asset&startDate=2022-11-01&endDate=2022-12-31&accountType=electricity&siteCode=CU-002&emissions=true',
  finding: '/findings/e0e86cf2b3caa5ff2a8fbf3f',
  findings: '/findings?severity=medium&kind=bill-gap&sort=startDate:asc&limit=1',
  invoice: '/invoices/de5a3bc572e5ceaca774f9b3',
  invoiceCheck: '/invoices/36840ff3c36a43cee04b0ea0/check',
  invoices: '/invoices?isPaid=false&values.invoiceDate.gte=2016-12-01&sort=values.invoiceDate:desc&limit=1',
  nonCumulative:
    '/non-cumulative?accountId=7f922057c784810ba2f401b0&startTimestamp.gte=2022-06-01&startTimestamp.lt=2022-06-02&limit=2',
  readings: '/readings?accountId=1524b4e507597f69a7816df0&limit=2',
};
