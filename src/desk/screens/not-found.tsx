import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFoundScreen() {
  return (
    <Page
      title="Page not found"
      lede="There is nothing at this address. A job is found by its number; everything collected is in the library."
    >
      <LinkButton to={paths.jobs}>Go to Jobs</LinkButton>
    </Page>
  )
}
