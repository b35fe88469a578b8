// What `start` knows of its apps.
const settings = await (await fetch('settings.json')).json()
const find = (selector) => document.querySelector(selector)
const add = (parent, tag, properties) => {
  const node = Object.assign(document.createElement(tag), properties)
  parent.append(node)
  return node
}

const call = find('#call')
for (const { id, method, path } of settings.operations)
  add(call.elements.operation, 'option', { value: id, textContent: `${method} ${path}` })
for (const { label } of settings.schemes)
  add(call.elements.scheme, 'option', { textContent: label })
call.elements.key.value = settings.apiKey

/** A field for each parameter, and one for the body, of the operation that is chosen. */
function showFields() {
  const values = find('#values')
  values.replaceChildren()
  const { parameters, body } = chosen()
  for (const { name, place, required } of parameters) {
    const label = add(values, 'label', { textContent: `${name} (${place})` })
    add(label, 'input', { name: `${place} ${name}`, required, autocomplete: 'off' })
  }
  if (body === null) return
  const label = add(values, 'label', { textContent: 'Body' })
  add(label, 'textarea', { name: 'body', value: body, spellcheck: false })
}

const chosen = () => settings.operations.find(({ id }) => id === call.elements.operation.value)

/** The request that the fields describe. Empty parameters are left out. */
function toRequest() {
  const { method, path, parameters, body } = chosen()
  const { key, scheme } = call.elements
  const headers = new Headers()
  const { header, prefix } = settings.schemes.find(({ label }) => label === scheme.value)
  if (key.value !== '') headers.set(header, prefix + key.value)
  const query = new URLSearchParams()
  let target = path
  for (const { name, place } of parameters) {
    const { value } = call.elements[`${place} ${name}`]
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.append(name, value)
    else if (value !== '') headers.set(name, value)
  }
  if (body !== null) headers.set('content-type', 'application/json')
  const url = settings.serverUrl + target + (query.size > 0 ? `?${query}` : '')
  return new Request(url, {
    method,
    headers,
    // The answer that the server gives, and not one that the browser kept.
    cache: 'no-store',
    ...(body !== null && { body: call.elements.body.value }),
  })
}

async function showAnswer(place) {
  const startMs = performance.now()
  const response = await fetch(toRequest())
  const text = await response.text()
  const ms = Math.round(performance.now() - startMs)
  add(place, 'p', { textContent: `${response.status} ${response.statusText} in ${ms} ms` })
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  add(place, 'pre', { textContent: lines.join('\n'), tabIndex: 0 })
  if (text !== '') add(place, 'pre', { textContent: format(text), tabIndex: 0 })
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const webhook = find('#webhook')
for (const name of settings.examples) add(webhook.elements.example, 'option', { textContent: name })
find('#callback').textContent = settings.callbackUrl
find('#inbox').href = settings.inboxUrl

async function showDelivery(place) {
  const response = await fetch('webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ example: webhook.elements.example.value }),
  })
  const { lines } = await response.json()
  for (const line of lines) add(place, 'p', { textContent: line })
}

/** Runs a form: one request at a time, and its outcome or its failure in one place. */
function run(form, place, show) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    place.replaceChildren()
    await show(place).catch((error) => {
      add(place, 'p', {
        textContent: `No answer: ${error.message}. Check that start is still running.`,
      })
    })
    button.disabled = false
  })
}

call.elements.operation.addEventListener('change', showFields)
showFields()
run(call, find('#answer'), showAnswer)
run(webhook, find('#delivery'), showDelivery)
