/** A building or an account, as variables of the queries. */
export type LevelId = { readonly assetId: string } | { readonly accountId: string };
