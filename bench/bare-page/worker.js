let articles = []

self.addEventListener('message', async ({ data: job }) => {
  const response = await fetch(`/api/v1.0/jobs/${job}`, { headers: { authorization: 'Basic bench' } })
  ;({ articles } = await response.json())
  self.postMessage(articles.slice(0, 12).map(({ title, text }) => ({ title, text: text.slice(0, 280) })))
})
