import { randomBytes, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './accounts.ts'
import { accountMigrations } from './migrations.ts'
import { createSettingsAccess } from './settings-access.ts'

let database: Database
let accounts: Accounts
let questions = 0

beforeAll(async () => {
  database = await openDatabase({ migrations: accountMigrations })
  accounts = createAccounts({
    ...database,
    query(text, values) {
      questions += 1
      return database.query(text, values)
    },
  })
})
afterAll(() => database.close())

const email = 'editor@example.org'
let key = ''
let id = 0
beforeEach(async () => {
  await accounts.remove(email).catch(() => undefined)
  ;({ key, id } = await accounts.add(email))
  questions = 0
})

const signIn = (given = key) => accounts.authenticate(email, given)

async function setKey(own?: string): Promise<string> {
  const settingsAccess = createSettingsAccess(database)
  const session = await settingsAccess.findSession(await settingsAccess.createSession(id))
  return accounts.setKey(session!, own)
}

test('a successful sign-in is remembered, so that the next one needs no query', async () => {
  for (let time = 0; time < 20; time += 1) expect(await signIn()).toEqual({ id, email })

  expect(questions).toBe(1)
})

test('a wrong key is looked up every time, for known and unknown accounts alike', async () => {
  await signIn()
  questions = 0
  for (const name of [email, 'nobody@example.org'])
    for (let time = 0; time < 2; time += 1) expect(await accounts.authenticate(name, 'wrong')).toBeUndefined()

  expect(questions).toBe(4)
})

test('a replaced key stops working at once, however often it was accepted before', async () => {
  await signIn()
  const renewed = await setKey()

  expect(await signIn()).toBeUndefined()
  expect(await signIn(renewed)).toEqual({ id, email })
})

test('a removed account is refused, however often it was accepted before', async () => {
  await signIn()
  await accounts.remove(email)

  expect(await signIn()).toBeUndefined()
})

test('a key that was accepted while being replaced is not remembered', async () => {
  const own = 'a long key of its own'
  await setKey(own)
  // A user-chosen key is hashed slowly, so the change completes before the check does.
  const checks = Array.from({ length: 3 }, () => signIn(own))
  await setKey()
  await Promise.all(checks)

  expect(await signIn(own)).toBeUndefined()
})

test('a key hashed by an earlier version is rehashed when used, and stays valid', async () => {
  const own = 'correct horse battery'
  const salt = randomBytes(16)
  const hash = scryptSync(own, salt, 32, { N: 2 ** 14, r: 8, p: 1 })
  await database.query('update accounts set key_hash = $2, key_salt = $3, key_rounds = 1 where id = $1', [
    id,
    hash,
    salt,
  ])
  const kept = async () =>
    (
      await database.query<{ rounds: number; hash: Buffer }>(
        'select key_rounds as rounds, key_hash as hash from accounts where id = $1',
        [id],
      )
    ).rows[0]

  expect(await signIn('correct horse batterie')).toBeUndefined()
  expect(await kept()).toMatchObject({ rounds: 1 })
  expect(await signIn(own)).toEqual({ id, email })
  expect(await kept()).toMatchObject({ rounds: 5 })
  expect((await kept())?.hash.equals(hash)).toBe(false)
  // Another process, which remembers nothing.
  expect(await createAccounts(database).authenticate(email, own)).toEqual({ id, email })
  expect(await createAccounts(database).authenticate(email, 'correct horse batterie')).toBeUndefined()
})
