import { type Agent, get } from 'node:http';

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
    get(url, { agent, headers: { 'blade-auth': `bearer ${token}`, ...headers } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    }).on('error', reject);
  });
}
