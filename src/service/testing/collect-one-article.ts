import { saveArticles } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import type { Collector } from '../jobs/runner.ts'

/** A collector that brings the same article every time. */
export const collectOneArticle = (database: Database): Collector => ({
  async collect() {
    await saveArticles(database, [
      {
        sourceKey: 'collected',
        title: 'Collected',
        text: 'Brought in from outside.',
        category: 'Food',
        publishedAt: new Date(Date.UTC(2023, 0, 1)),
      },
    ])
    return { tried: 1, failed: 0 }
  },
})
