/** A section of a document in the search index that `build/guide.ts` writes. */
export interface GuideSection {
  /** Its address: `/guide/rest#exports`. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
}
