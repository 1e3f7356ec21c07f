import { expect, it } from 'vitest'
import { fullStyle } from './quick-rendering.ts'

it('behaves like jsdom for every element, but faster', () => {
  document.body.innerHTML = `
    <main><h1>A <b>title</b></h1><p hidden>No</p><p style="display: none; opacity: 0">No</p><p style="display: flex">Yes</p>
    <div style="visibility: hidden; pointer-events: none"><a href="/">No</a><i style="visibility: visible">Yes</i></div>
    <ul><li>1</li></ul><details open><summary>More</summary></details><dialog>No</dialog><dialog open>Yes</dialog>
    <button>Go</button><input><input type="hidden"><input type="checkbox"><textarea></textarea><select><option>1</option></select>
    <div popover>No</div><table><tbody><tr><td>1</td></tr></tbody></table><template>No</template><script></script>
    <svg><path /></svg></main>`
  const elements = [...document.querySelectorAll('*')]
  const seen = (read: typeof getComputedStyle) =>
    elements.map((element) => {
      const style = read(element)
      const { display, visibility, opacity, pointerEvents } = style
      return [
        element.outerHTML,
        display,
        visibility,
        opacity,
        pointerEvents,
        style.getPropertyValue('display'),
      ]
    })
  expect(seen(window.getComputedStyle)).toEqual(seen(fullStyle))
  expect(getComputedStyle(document.body).margin).toBe(fullStyle(document.body).margin)
})
