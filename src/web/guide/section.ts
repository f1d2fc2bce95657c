/** What stands below a heading, as `build/guide.ts` writes it. */
export interface GuideSection {
  /** Where it is: `/guide/rest#exports`. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
}
