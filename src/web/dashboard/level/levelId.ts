/** A building or an account, as the queries of a level take it. */
export type LevelId = { readonly assetId: string } | { readonly accountId: string };
