import { describe, expect, it } from 'vitest'
import { readJobStream } from './job-stream.ts'
import { ServiceError } from './errors.ts'

const article = { id: 1, title: 'T', text: 'x' }

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string, size = 7) => readJobStream(chunksOf(new TextEncoder().encode(text), size))

const failure = (text: string) =>
  read(text).then(
    () => 'read',
    (error: unknown) => (error instanceof ServiceError ? error.failure : error),
  )

describe('reading a job from its bytes', () => {
  it('reads head and articles, wherever the chunks end', async () => {
    const text =
      ' {"id": 17, "state":"success" ,"category":"a\\"b", "more":[{"x":"}]"}], "articles" : [ {"id":1,"title":"\\u00e9 \\\\","text":"[{\\"\\\\\\""} , {"id":"b","title":"太陽 🌞","text":""} ] } \n'
    const bytes = new TextEncoder().encode(text)
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(await readJobStream(chunksOf(bytes, size))).toEqual({
        id: 17,
        state: 'success',
        category: 'a"b',
        articles: [
          { id: 1, title: 'é \\', text: '[{"\\"' },
          { id: 'b', title: '太陽 🌞', text: '' },
        ],
        setAside: [],
      })
    }
  })

  it.each<[name: string, text: string, ids: unknown[]]>([
    ['a byte order mark', '\uFEFF{"id":1,"state":"success","articles":[]}', []],
    ['articles missing', '{"id":1,"state":"queued"}', []],
    ['articles null', '{"id":1,"state":"queued","articles":null}', []],
    ['articles before the head', `{"articles":[${JSON.stringify(article)}],"id":1,"state":"success"}`, [1]],
    [
      'the last of two lists',
      `{"id":1,"state":"s","articles":[{"id":8}],"articles":[${JSON.stringify(article)}]}`,
      [1],
    ],
    ['null after a list', `{"id":1,"state":"s","articles":[${JSON.stringify(article)}],"articles":null}`, []],
    ['an escaped key', `{"id":1,"state":"s","\\u0061rticles":[${JSON.stringify(article)}]}`, [1]],
    [
      '__proto__ anywhere',
      `{"__proto__":{"state":"success"},"id":1,"state":"s","articles":[{"__proto__":null,"id":2,"title":"","text":""}]}`,
      [2],
    ],
    ['no category', `{"id":1,"state":"s","category":7,"articles":[${JSON.stringify(article)}]}`, [1]],
  ])('accepts %s', async (_name, text, ids) => {
    const job = await read(text)
    expect(job.id).toBe(1)
    expect(job.articles.map(({ id }) => id)).toEqual(ids)
  })

  it('sets aside bad articles and keeps the others', async () => {
    const deep = `{"id":3,"title":"","text":"","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const list = [
      JSON.stringify(article),
      'null',
      '[]',
      '{"id":1,"title":"again","text":""}',
      '{"id":2}',
      deep,
      '7',
    ]
    const job = await readJobStream(
      chunksOf(new TextEncoder().encode(`{"id":1,"state":"success","articles":[${list.join(',')}]}`), 65_536),
    )
    expect(job.articles).toEqual([article])
    expect(job.setAside.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993 ', '-9007199254740993'],
    ['1e20', '100000000000000000000'],
    ['9007199254740993,"more":{"id":4}', '9007199254740993'],
  ])('keeps the exact digits of an id past 2^53: %s', async (id, digits) => {
    const { articles } = await read(`{"id":1,"state":"s","articles":[{"title":"","text":"","id":${id}}]}`)
    expect(articles).toEqual([{ id: digits, unsafeId: true, title: '', text: '' }])
  })

  it.each<[name: string, text: string]>([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a string', '"{}"'],
    ['no fields', '{}'],
    ['an empty state', '{"id":1,"state":""}'],
    ['an id that is not a number', '{"id":"1","state":"success"}'],
    ['articles that are no list', '{"id":1,"state":"success","articles":{"0":{}}}'],
    ['a comma too many', '{"id":1,"state":"success",}'],
    [
      'a comma too many among articles',
      '{"id":1,"state":"success","articles":[{"id":1,"title":"","text":""},]}',
    ],
    ['a comma too few', '{"id":1 "state":"success"}'],
    ['a gap among articles', '{"id":1,"state":"success","articles":[,]}'],
    ['brackets that cross', '{"id":1,"state":"success","articles":[{"x":[}]]}'],
    ['rubbish in a field nobody reads', '{"id":1,"state":"success","x":nope}'],
    ['something behind the end', '{"id":1,"state":"success"}x'],
    ['two jobs', '{"id":1,"state":"success"}{"id":1,"state":"success"}'],
    ['a strange space', '{"id":1,\u00a0"state":"success"}'],
    ['an unquoted key', '{id:1,"state":"success"}'],
    ['a key without a value', '{"id":1,"state"}'],
    [
      'a depth that nobody needs',
      `{"id":1,"state":"success","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    ],
  ])('refuses %s', async (_name, text) => {
    expect(await failure(text)).toMatchObject({ kind: 'unreadable' })
  })

  it('refuses a response that is cut off, wherever that is', async () => {
    const text = JSON.stringify({ id: 1, state: 'success', category: '', articles: [article, article] })
    for (let length = 0; length < text.length; length += 1) {
      expect(await failure(text.slice(0, length))).toMatchObject({ kind: 'unreadable' })
    }
  })

  it('quotes the beginning of a response that was an HTML page', async () => {
    const page =
      '<!doctype html><html><head><title>x</title><style>b{}</style></head><body><h1>Log&nbsp;in</h1>\u202e<p>first'
    expect(await failure(page)).toEqual({ kind: 'unreadable', detail: 'Log in first' })
  })

  it('refuses more than 100 MB without reading on', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('{"id":1,"state":"success","x":"')
      for (;;) {
        read += 1
        yield new Uint8Array(1_000_000).fill(32)
      }
    }
    await expect(readJobStream(endless())).rejects.toMatchObject({ failure: { kind: 'too-large' } })
    expect(read).toBe(100)
  })

  it('delivers articles before the response is complete', async () => {
    const text = JSON.stringify({ id: 1, articles: [article, { ...article, id: 2 }], state: 'success' })
    const counts: number[] = []
    await readJobStream(chunksOf(new TextEncoder().encode(text), 40), {
      onArticles: (articles) => counts.push(articles.length),
    })
    expect(counts).toEqual([1, 2])
  })
})
