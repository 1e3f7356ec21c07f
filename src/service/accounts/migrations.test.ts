import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { createAccounts } from './accounts.ts'
import { hashKey } from './keys.ts'
import { accountMigrations } from './migrations.ts'

onEachDatabase((place) => {
  test('an account whose e-mail an earlier version stored in another form can sign in', async () => {
    const earlier = accountMigrations.slice(
      0,
      accountMigrations.findIndex(({ name }) => name === 'accounts-3'),
    )
    const database = await openDatabase({ ...(await place.create()), migrations: earlier })
    const { hash, rounds } = await hashKey('key', true)
    await database.query(
      `insert into accounts (email, key_hash, key_rounds) select email, $2, $3 from unnest($1::text[]) as email`,
      [
        [
          't\u0308@example.org',
          'j\u030c@example.org',
          '\u01f0@example.org',
          'a\u0323\u0307@example.org',
          'a\u0307\u0323@example.org',
        ],
        hash,
        rounds,
      ],
    )
    await migrate(database, accountMigrations)
    const accounts = createAccounts(database)

    expect(await accounts.authenticate('T\u0308@example.org', 'key')).toMatchObject({ id: 1 })
    // Both forms had an account: the one that can sign in by now stays as it is.
    expect(await accounts.authenticate('J\u030c@example.org', 'key')).toMatchObject({ id: 3 })
    // Neither of these two could: the older one can from now on.
    expect(await accounts.authenticate('a\u0307\u0323@example.org', 'key')).toMatchObject({ id: 4 })
    await database.close()
  })
})
