import { describe, expect, it } from 'vitest'
import { checkServiceAddress } from './service-address.ts'

describe('the address of a service', () => {
  it.each([
    ['https://articles.example.org', 'https://articles.example.org'],
    ['  https://articles.example.org/ ', 'https://articles.example.org'],
    ['articles.example.org', 'https://articles.example.org'],
    ['articles.example.org:8443', 'https://articles.example.org:8443'],
    ['localhost:4400', 'http://localhost:4400'],
    ['127.0.0.1:4400/', 'http://127.0.0.1:4400'],
    ['[::1]', 'http://[::1]'],
    ['LOCALHOST/articles', 'http://localhost/articles'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['localhosting.example:8443', 'https://localhosting.example:8443'],
    ['127.example.org', 'https://127.example.org'],
    ['https://example.org/articles/api/v1.0/ping', 'https://example.org/articles'],
    ['https://example.org/api/v1.0', 'https://example.org'],
    ['https://example.org/articles/api/', 'https://example.org/articles'],
    ['https://example.org/?a=1#b', 'https://example.org'],
    ['HTTPS://Example.ORG', 'https://example.org'],
  ])('reads %s as %s', (typed, address) => {
    expect(checkServiceAddress(typed)).toEqual({ address })
  })

  it.each([
    ['', /Enter the address/],
    ['not an address', /not a web address/],
    ['ftp://example.org', /https:\/\/ or http:\/\//],
    ['https://me:secret@example.org', /Leave e-mail and key out/],
  ])('rejects %j with a reason', (typed, problem) => {
    expect(checkServiceAddress(typed)).toEqual({ problem: expect.stringMatching(problem) as string })
  })

  it('does not repeat a key that was typed into it', () => {
    expect(JSON.stringify(checkServiceAddress('https://me:secret@example.org'))).not.toContain('secret')
  })
})
