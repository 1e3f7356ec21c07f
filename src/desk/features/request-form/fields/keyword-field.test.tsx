import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { KeywordField, type Keywords } from './keyword-field.tsx'

const field = () => screen.getByLabelText('Keywords')
const chips = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

describe('keywords', () => {
  it('are added with Enter or a comma, and quotes hold a phrase together', async () => {
    const user = open()
    await user.type(field(), 'bread{Enter}rye, "flour, water"{Enter}')
    expect(chips()).toEqual(['bread', 'rye', '"flour, water"'])
    expect(field()).toHaveValue('')
    expect(screen.getByRole('status')).toHaveTextContent('Added "flour, water"')
  })

  it('are split if a list is pasted, together with what was being typed', async () => {
    const user = open()
    await user.type(field(), 'sour ')
    await user.paste('dough\nyeast\n"a, b"')
    expect(chips()).toEqual(['sour dough', 'yeast', '"a, b"'])
  })

  it('stay text if a single word is pasted', async () => {
    const user = open()
    await user.click(field())
    await user.paste('dough')
    expect(field()).toHaveValue('dough')
    expect(chips()).toEqual([])
  })

  it('stay text if a comma is typed in front', async () => {
    const user = open()
    await user.type(field(), 'bread{Home}')
    await user.type(field(), ',', { initialSelectionStart: 0, initialSelectionEnd: 0 })
    expect(field()).toHaveValue('bread')
    expect(chips()).toEqual([])
  })

  it('are split only after an input method has composed them', () => {
    open()
    fireEvent.compositionStart(field())
    fireEvent.input(field(), { target: { value: 'りんご、' }, isComposing: true })
    expect(chips()).toEqual([])
    expect(field()).toHaveValue('りんご、')
    fireEvent.compositionEnd(field())
    expect(chips()).toEqual(['りんご'])
    expect(field()).toHaveValue('')
  })

  it('are added once, and a repeat is reported', async () => {
    const user = open()
    await user.type(field(), 'rye,rye,')
    expect(chips()).toEqual(['rye'])
    expect(screen.getByRole('status')).toHaveTextContent('rye is already in the list')
  })

  it('are counted rather than named if a long list is pasted, and again if it is pasted twice', async () => {
    const user = open()
    await user.click(field())
    const list = Array.from({ length: 300 }, (_, at) => `river ${at}`).join('\n')
    await user.paste(list)
    expect(screen.getByRole('status')).toHaveTextContent(/^Added 300 keywords$/)
    await user.paste(list)
    expect(screen.getByRole('status')).toHaveTextContent(/^300 keywords are already in the list$/)
  })

  it('that contain "already" are not taken for repeats', async () => {
    const user = open()
    await user.type(field(), 'already sold,')
    expect(screen.getAllByText('Added already sold')).toHaveLength(1)
  })

  it('return to the empty field for editing with Backspace', async () => {
    const user = open()
    await user.type(field(), 'rye,bread,{Backspace}s')
    expect(chips()).toEqual(['rye'])
    expect(field()).toHaveValue('breads')
  })

  it('are removed by keyboard, and the focus returns to the field', async () => {
    const user = open()
    await user.type(field(), 'rye,bread,')
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Remove bread' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(chips()).toEqual(['rye'])
    expect(field()).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Removed bread')
  })

  it('that look like exclusions have a hint, from the first letter until they are removed', async () => {
    const user = open()
    const usual = 'Enter or a comma adds one. Quotes make a phrase.'
    await user.type(field(), 'e-mail,river -')
    expect(field()).toHaveAccessibleDescription(usual)
    await user.type(field(), 'f')
    expect(field()).toHaveAccessibleDescription(/can't exclude words; “Search library” can/)
    expect(field()).toBeValid()
    await user.type(field(), 'lood,')
    expect(chips()).toEqual(['e-mail', 'river -flood'])
    expect(field()).toHaveAccessibleDescription(/can't exclude words/)
    await user.click(screen.getByRole('button', { name: 'Remove river -flood' }))
    expect(field()).toHaveAccessibleDescription(usual)
  })
})

function open() {
  render(<Field />)
  return userEvent.setup({ delay: null })
}

function Field() {
  const [keywords, setKeywords] = useState<Keywords>({ keywords: [], keywordText: '' })
  return <KeywordField {...keywords} onChange={setKeywords} />
}
