import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the test files whose path contains one of these first, in this order: begun last, the longest would leave a
 * processor idle.
 */
export function longestFirst(paths: readonly string[]) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification): number => {
        const index = paths.findIndex((path) => moduleId.includes(path))
        return index < 0 ? paths.length : index
      }
      return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
    }
  }
}
