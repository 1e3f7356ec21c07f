import type { NewArticle } from '../articles/store.ts'
import { readStarterCollection } from '../sources/starter.ts'

const files: Record<string, string> = import.meta.glob('../sources/starter-collection/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A text of the starter collection, with what its file states for tests. */
export interface StarterText extends NewArticle {
  readonly slug: string
  /** Whether it ends in a signature. */
  readonly isSigned: boolean
  /** The slug of the text that it nearly repeats. */
  readonly rerunOf: string | undefined
}

export function readStarterTexts(): StarterText[] {
  return readStarterCollection().map((article) => {
    const slug = article.sourceKey.slice('starter:'.length)
    const [path = ''] = Object.keys(files).filter((name) => name.endsWith(`/${slug}.md`))
    const [, frontMatter = ''] = files[path]?.split(/^---$/m) ?? []
    return {
      ...article,
      slug,
      isSigned: /^signature: true$/m.test(frontMatter),
      rerunOf: /^rerun-of: (.+)$/m.exec(frontMatter)?.[1],
    }
  })
}
