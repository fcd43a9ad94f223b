import { invalid, unavailable } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import { isOwnAddress } from '#kit/server/http/own-address.ts';
import type { paymentsContract } from '../contract.ts';

type Endpoint = typeof paymentsContract.pageSignature;

/** Without the hash, which is not signed, and without the code that WeChat's login left behind. */
export const pageSignature: Handler<Endpoint> = async (context, input) => {
  const { services } = context;
  const url = new URL(input.url);
  // with a signature anybody may open WeChat's functions in our name
  if (!isOwnAddress(context, url)) throw invalid('payments:error.foreignPage');
  if (!services.wechat) throw unavailable('payments:error.notConfigured');
  try {
    return await services.wechat.signPage(pageOf(input.url));
  } catch (error) {
    services.log.warn({ err: error }, 'WeChat gave no ticket to sign pages with');
    throw unavailable('payments:error.channelDown');
  }
};

/** Cut out of the text: WeChat signs the address as the page has it, and parsing would write it again. */
export function pageOf(address: string): string {
  const [page = ''] = address.split('#', 1);
  const [path = '', query] = page.split('?', 2);
  const kept = (query ?? '').split('&').filter((pair) => pair && !/^code(=|$)/.test(pair));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
