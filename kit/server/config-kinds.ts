import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Language } from '#kit/kernel/language.ts';

type Both = Record<Language, string>;

/** A kind of value: how it is read and what to tell the operator when it can not be. */
export interface ValueKind<T> {
  schema: z.ZodType<T, string>;
  expected: Both;
}

interface VariableOptions {
  default?: string;
  secret?: boolean;
  description: Both;
}

export interface ConfigVariable<T> extends VariableOptions, ValueKind<T> {
  group: ConfigGroup;
}

export type ConfigGroup =
  | 'server'
  | 'data'
  | 'devices'
  | 'access'
  | 'storage'
  | 'sms'
  | 'map'
  | 'pay'
  | 'deals';

export const both = (zh: string, en: string): Both => ({ 'zh-cn': zh, 'en-us': en });

export const text: ValueKind<string> = { schema: z.string(), expected: both('文本', 'a text') };

export const secretText: ValueKind<string> = {
  schema: z.string().min(20),
  expected: both('至少 20 个字符', 'at least 20 characters'),
};

export const port: ValueKind<number> = {
  schema: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65535)),
  expected: both('0 到 65535 的整数', 'a whole number from 0 to 65535'),
};

export function wholeNumber(least: number, most: number): ValueKind<number> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
    expected: both(`${least} 到 ${most} 的整数`, `a whole number from ${least} to ${most}`),
  };
}

export const flag: ValueKind<boolean> = {
  schema: z.enum(['0', '1']).transform((value) => value === '1'),
  expected: both('0 或 1', '0 or 1'),
};

/** A small number of things. */
export const few: ValueKind<number> = {
  schema: z.string().regex(/^\d$/).transform(Number),
  expected: both('0 到 9 的整数', 'a whole number from 0 to 9'),
};

export const minutes: ValueKind<number> = {
  schema: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(5).max(1440)),
  expected: both('5 到 1440 的整数', 'a whole number from 5 to 1440'),
};

export const bytes: ValueKind<number> = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  expected: both('大于 0 的字节数', 'a number of bytes above 0'),
};

export function choice<const T extends string>(...values: T[]): ValueKind<T> {
  const list = values.join(', ');
  return { schema: z.enum(values), expected: both(`以下之一：${list}`, `one of ${list}`) };
}

export function url(...protocols: string[]): ValueKind<string> {
  const list = protocols.map((protocol) => `${protocol}://`).join(', ');
  return {
    schema: z.string().refine((value) => URL.canParse(value) && protocols.includes(protocolOf(value))),
    expected: both(`以 ${list} 开头的地址`, `an address that begins with ${list}`),
  };
}

const protocolOf = (value: string) => new URL(value).protocol.slice(0, -1);

/** An address to which paths are appended. */
export function baseUrl(): ValueKind<string> {
  const kind = url('http', 'https');
  return { ...kind, schema: kind.schema.transform((value) => value.replace(/\/+$/, '')) };
}

const tilePlaces = ['{z}', '{x}', '{y}'];

/** An address in which the browser puts the place of a tile. */
export const tileTemplate: ValueKind<string> = {
  schema: z.string().refine((value) => {
    const plain = value.replace(/\{[zxy]\}/g, '0');
    const complete = tilePlaces.every((place) => value.includes(place)) && !/[{}]/.test(plain);
    if (!complete || !URL.canParse(plain)) return false;
    // the host is named in the pages' policy, so it has to be one
    const { protocol, host } = new URL(plain);
    return /^https?:$/.test(protocol) && value.startsWith(`${protocol}//${host}/`);
  }),
  expected: both(
    '以 http:// 或 https:// 开头、含 {z} {x} {y} 的地址，例如 https://tiles.example/{z}/{x}/{y}.png',
    'an address that begins with http:// or https:// and holds {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png',
  ),
};

/** A folder of `z/x/y.png` (or jpg, webp). */
export const tileFolder: ValueKind<string> = {
  schema: z.string().refine((path) => {
    try {
      return readdirSync(path).some((name) => /^\d{1,2}$/.test(name));
    } catch {
      return false;
    }
  }),
  expected: both(
    '可读取的瓦片目录，其中有以级别命名的文件夹（例如 12/3430/1674.png）',
    'a readable folder of tiles with folders named by their zoom, such as 12/3430/1674.png',
  ),
};

export const origins: ValueKind<string[]> = {
  schema: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every((item) => URL.canParse(item) && new URL(item).origin === item)),
  expected: both(
    '以逗号分隔的来源，例如 https://a.example,https://b.example:8443',
    'origins separated by commas, such as https://a.example,https://b.example:8443',
  ),
};

export const language = choice('zh-cn', 'en-us');

function canRead(read: (pem: string) => unknown, pem: string): boolean {
  try {
    read(pem);
    return true;
  } catch {
    return false;
  }
}

/** A shell passes a key in one line, with `\\n` where the lines end. */
export const privateKey: ValueKind<string> = {
  schema: z
    .string()
    .transform((value) => value.replaceAll('\\n', '\n'))
    .refine((pem) => canRead(createPrivateKey, pem)),
  expected: both('PEM 格式的私钥', 'a private key as PEM text'),
};

/** The value is what the file holds. */
function keyFile(read: (pem: string) => unknown, expected: Both): ValueKind<string> {
  return {
    schema: z.string().transform((path, context) => {
      try {
        const pem = readFileSync(path, 'utf8');
        read(pem);
        return pem;
      } catch {
        context.addIssue({ code: 'custom' });
        return z.NEVER;
      }
    }),
    expected,
  };
}

export const certificateFile = keyFile(
  (pem) => new X509Certificate(pem),
  both('可读取的 PEM 证书文件的路径', 'the path of a readable file with a certificate (PEM)'),
);
export const privateKeyFile = keyFile(
  createPrivateKey,
  both('可读取的 PEM 私钥文件的路径', 'the path of a readable file with a private key (PEM)'),
);
export const publicKeyFile = keyFile(
  createPublicKey,
  both('可读取的 PEM 公钥文件的路径', 'the path of a readable file with a public key (PEM)'),
);

export function define<T>(
  group: ConfigGroup,
  kind: ValueKind<T>,
  options: VariableOptions,
): ConfigVariable<T> {
  return { group, ...kind, ...options };
}
