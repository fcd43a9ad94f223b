import { type Agent, get, type IncomingMessage, request } from 'node:http';

export interface Answer {
  status: number;
  body: string;
}

/** As little of an HTTP client as will do: what is measured is the server. */
export function ask(
  url: string,
  token: string,
  agent: Agent,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { 'blade-auth': `bearer ${token}`, ...headers } };
    get(url, options, (response) => read(response).then(resolve, reject)).on('error', reject);
  });
}

/** The same for a call that changes something. */
export function tell(
  url: string,
  token: string,
  agent: Agent,
  wish: { body: unknown; headers: Record<string, string> },
): Promise<Answer> {
  const body = JSON.stringify(wish.body);
  const headers = {
    'blade-auth': `bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...wish.headers,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => read(response).then(resolve, reject))
      .on('error', reject)
      .end(body);
  });
}

const read = (response: IncomingMessage): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    response.on('error', reject);
  });
