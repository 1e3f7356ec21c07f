import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileName } from './file-name.ts'
import { anyCharacter } from '../../text/testing/any-character.ts'

const day = new Date(2026, 0, 31, 23, 59)

describe('the name of an export', () => {
  it.each([
    [['ids', 'job-42'], 'ids_job-42_2026-01-31.csv'],
    [['ids', 'job-42', 'selected'], 'ids_job-42_selected_2026-01-31.csv'],
    [['ids', 'wind power / sea'], 'ids_wind-power-sea_2026-01-31.csv'],
    [['ids', 'job 17, before'], 'ids_job-17-before_2026-01-31.csv'],
    [['../../etc/passwd'], 'etc-passwd_2026-01-31.csv'],
    [['..\\..\\boot.ini'], 'boot.ini_2026-01-31.csv'],
    [['CON'], '_CON_2026-01-31.csv'],
    [['lpt1'], '_lpt1_2026-01-31.csv'],
    [['photo\u202Egpj.exe'], 'photogpj.exe_2026-01-31.csv'],
    [['a\u0000b\nc'], 'abc_2026-01-31.csv'],
    [['.hidden.'], 'hidden_2026-01-31.csv'],
    [['Übergrößen 北'], 'Übergrößen-北_2026-01-31.csv'],
    [['a\uD800b'], 'ab_2026-01-31.csv'],
    [['', '...'], 'export_2026-01-31.csv'],
  ])('turns %j into %s', (parts, name) => {
    expect(fileName(parts, day, 'csv')).toBe(name)
  })

  it('has the editor’s local date, not that of Greenwich', () => {
    expect(fileName(['ids'], new Date(2026, 2, 1, 0, 1), 'txt')).toBe('ids_2026-03-01.txt')
  })

  it('stays a single harmless name of at most 200 bytes, whatever the parts', () => {
    const anything = fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }))
    fc.assert(
      fc.property(anything, (parts) => {
        const name = fileName(parts, day, 'json')
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
        expect(name).toMatch(/^[^\\/:*?"<>|%\p{C}\s.~-][^\\/:*?"<>|%\p{C}\s]*_2026-01-31\.json$/u)
      }),
    )
  })
})
