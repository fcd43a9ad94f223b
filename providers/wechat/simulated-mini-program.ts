/** Plays a phone with our mini-program: runs its own source (folder mini-program) with a simulated `wx`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

export interface MiniProgramWorld {
  /** where the source lies */
  folder: string;
  /** of our server, instead of the one in settings.js */
  origin: string;
  /** what `wx.login` gives; undefined: WeChat can not be reached */
  login(): string | undefined;
  /** the person before WeChat's sheet */
  pay(signed: SignedPayment): Promise<void>;
}

export interface SignedPayment {
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

interface NativePage {
  data: Record<string, unknown>;
  setData(change: Record<string, unknown>): void;
  onLoad(options: Record<string, string>): void;
  start?(): void;
}

type Callbacks<T> = { success?(answer: T): void; fail?(): void; complete?(): void };

/** Options come as they stand in the address: WeChat decodes nothing. */
const optionsOf = (query = ''): Record<string, string> =>
  Object.fromEntries(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name, value.join('=')];
      }),
  );

export function createSimulatedMiniProgram(world: MiniProgramWorld) {
  const shown: NativePage[] = [];
  let paying: Promise<void> = Promise.resolve();

  const wx = {
    login({ success, fail }: Callbacks<{ code: string }>) {
      const code = world.login();
      if (code === undefined) fail?.();
      else success?.({ code });
    },
    requestPayment({ complete, ...signed }: SignedPayment & Callbacks<unknown>) {
      paying = world.pay(signed).finally(() => complete?.());
    },
    navigateBack: () => void shown.pop(),
  };

  function open(path: string, options: Record<string, string>): NativePage {
    const source = readFileSync(join(world.folder, `${path}.js`), 'utf8');
    let declared: NativePage | undefined;
    runInNewContext(source, {
      wx,
      require: () => ({ origin: world.origin }),
      Page: (page: NativePage) => {
        declared = page;
      },
    });
    if (!declared) throw new Error(`${path} declares no page`);
    const page: NativePage = {
      ...declared,
      data: { ...declared.data },
      setData(change) {
        Object.assign(page.data, change);
      },
    };
    shown.push(page);
    page.onLoad(options);
    return page;
  }

  const start = (options: Record<string, string>) => {
    shown.length = 0;
    return open('pages/index/index', options);
  };

  return {
    /** Somebody scans a label that opens the mini-program; gives the first page. */
    scan: (label: string) => start({ q: encodeURIComponent(label) }),
    /** What a page in the web-view asks of native code; resolves when that is over. */
    async invoke({ name, arg: { url } }: { name: string; arg: { url: string } }): Promise<void> {
      const [path = '', query] = url.split('?');
      if (name === 'reLaunch') start(optionsOf(query));
      else open(path.slice(1), optionsOf(query));
      await paying;
    },
    /** the address that the web-view shows; undefined: none, or another page stands before it */
    webView: () => shown.at(-1)?.data?.src as string | undefined,
    top: () => shown.at(-1),
  };
}
