import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { configVariables } from './config-variables.ts';
import { StartupError } from './startup-error.ts';
import { testCertificate } from './testing/test-certificate.ts';

function problemsOf(env: NodeJS.ProcessEnv): StartupError {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('the configuration', () => {
  it('has a working default for everything', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      databaseUrl: undefined,
      wantsDemo: undefined,
      mqtt: { url: undefined, host: '127.0.0.1', port: 1883 },
      legacyMd5Login: false,
      trustedParentOrigins: [],
      storage: { kind: 'disk' },
      sms: undefined,
      map: undefined,
    });
  });

  it('counts the proxies in front', () => {
    expect(loadConfig({}).trustProxy).toBe(0);
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    for (const wrong of ['true', '-1', '10.0.0.1'])
      expect(problemsOf({ TRUST_PROXY: wrong }).code).toBe('configInvalid');
  });

  it('takes map tiles from one place that exists', () => {
    expect(loadConfig({}).mapTiles).toBeUndefined();
    const url = 'https://tiles.example/{z}/{x}/{y}.png';
    expect(loadConfig({ MAP_TILES_URL: url }).mapTiles).toMatchObject({ url, datum: 'wgs84', maxZoom: 18 });
    for (const wrong of [
      'https://tiles.example/{z}/{x}.png',
      'https://{s}.tiles.example/{z}/{x}/{y}.png',
      'https://{z}.example/{x}/{y}.png',
      'javascript:alert(1)//{z}{x}{y}',
      '/tiles/{z}/{x}/{y}.png',
    ])
      expect(problemsOf({ MAP_TILES_URL: wrong }).code, wrong).toBe('configInvalid');
    const folder = mkdtempSync(join(tmpdir(), 'coinyard-tiles-'));
    expect(problemsOf({ MAP_TILES_DIR: folder }).code).toBe('configInvalid');
    expect(problemsOf({ MAP_TILES_DIR: join(folder, 'absent') }).code).toBe('configInvalid');
    mkdirSync(join(folder, '12'));
    expect(loadConfig({ MAP_TILES_DIR: folder }).mapTiles).toMatchObject({ folder, url: undefined });
    expect(problemsOf({ MAP_TILES_DIR: folder, MAP_TILES_URL: url }).code).toBe('configEitherOr');
    rmSync(folder, { recursive: true });
  });

  it('takes port 0 as any free port', () => {
    expect(loadConfig({ PORT: '0', MQTT_PORT: '0' })).toMatchObject({ port: 0, mqtt: { port: 0 } });
  });

  it('treats an empty variable like an absent one', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', STORAGE: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  it('can not be changed after it is read', () => {
    const config = loadConfig({});
    expect(() => Object.assign(config.mqtt, { port: 1 })).toThrow(TypeError);
  });

  it('reports every problem at once, in both languages', () => {
    const error = problemsOf({ PORT: '99999', DEMO: 'yes', DATABASE_URL: 'mysql://x/y', STORAGE: 's3' });
    const lines = error.text('en-us').split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      'The environment variable PORT is not valid: it must be a whole number from 0 to 65535.',
    );
    expect(error.text('en-us')).toContain('S3_BUCKET must be set because STORAGE=s3 is set');
    expect(error.text('zh-cn').split('\n')).toHaveLength(6);
  });

  it('never repeats a wrong value, which may be a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'hunter2' }).message).not.toContain('hunter2');
  });

  it('wants all of the SMS variables or none', () => {
    const complete = {
      ALIYUN_SMS_ACCESS_KEY_ID: 'id',
      ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN_NAME: 'Coinyard',
      ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
    };
    expect(loadConfig(complete).sms).toMatchObject({ templateCodes: { code: 'SMS_1', notice: undefined } });
    expect(problemsOf({ ...complete, ALIYUN_SMS_SIGN_NAME: '' }).problems).toEqual([
      {
        code: 'configRequires',
        params: { name: 'ALIYUN_SMS_SIGN_NAME', because: 'ALIYUN_SMS_ACCESS_KEY_ID' },
      },
    ]);
    expect(loadConfig({ DEMO: '0' }).sms).toBeUndefined();
  });

  it('takes a template of WeChat with the fields of its own, and where its messages lead', () => {
    const id = 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY';
    const complete = {
      WECHAT_PAY_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 'secret',
      WECHAT_TEMPLATE_SUMMARY: id,
      PUBLIC_URL: 'https://a.example',
    };
    expect(loadConfig(complete).pay.wechatLogin?.templates.summary).toEqual({
      id,
      fields: { period: 'thing1', income: 'amount2', change: 'thing3', alerts: 'thing4' },
    });
    const fields = 'income=character_string5; change=thing2';
    expect(
      loadConfig({ ...complete, WECHAT_TEMPLATE_SUMMARY_FIELDS: fields }).pay.wechatLogin?.templates,
    ).toEqual({ summary: { id, fields: { income: 'character_string5', change: 'thing2' } } });
    expect(problemsOf({ WECHAT_TEMPLATE_SUMMARY: id }).problems.map(({ params }) => params?.name)).toEqual([
      'WECHAT_APP_SECRET',
      'PUBLIC_URL',
    ]);
    for (const wrong of [
      'period=thing1',
      'income=thing1;change=thing1',
      'income=amount',
      'change=amount1;income=thing2',
    ])
      expect(problemsOf({ ...complete, WECHAT_TEMPLATE_SUMMARY_FIELDS: wrong }).code).toBe('configInvalid');
    expect(problemsOf({ ...complete, WECHAT_TEMPLATE_SUMMARY: 'short' }).code).toBe('configInvalid');
    expect(
      loadConfig({ WECHAT_PAY_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' }).pay.wechatLogin?.templates,
    ).toEqual({
      summary: undefined,
    });
  });

  it('reads complete S3 settings', () => {
    const env = { STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    expect(
      loadConfig({ ...env, S3_ENDPOINT: 'http://minio:9000/', S3_FORCE_PATH_STYLE: '1' }).storage,
    ).toEqual({
      kind: 's3',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'b',
      accessKeyId: 'k',
      secretAccessKey: 's',
      forcePathStyle: true,
    });
  });

  it('gives the embedded broker TLS with a certificate and its key, and neither without the other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'coinyard-tls-'));
    try {
      const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
      writeFileSync(files.cert, testCertificate.cert);
      writeFileSync(files.key, testCertificate.key);
      const half = { MQTT_TLS_CERT_FILE: files.cert };
      const tls = { port: 8883, ...testCertificate };
      expect(loadConfig({}).mqtt.tls).toBeUndefined();
      expect(loadConfig({ ...half, MQTT_TLS_KEY_FILE: files.key }).mqtt.tls).toEqual(tls);
      expect(problemsOf(half).message).toContain('MQTT_TLS_KEY_FILE must be set');
      expect(problemsOf({ ...half, MQTT_TLS_KEY_FILE: files.cert }).message).toContain('MQTT_TLS_KEY_FILE');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('accepts only origins as trusted parents', () => {
    expect(loadConfig({ TRUSTED_PARENT_ORIGINS: 'https://a.example, https://b.example:8443' })).toMatchObject(
      {
        trustedParentOrigins: ['https://a.example', 'https://b.example:8443'],
      },
    );
    for (const wrong of ['https://a.example/path', '*', 'a.example']) {
      expect(problemsOf({ TRUSTED_PARENT_ORIGINS: wrong }).code).toBe('configInvalid');
    }
  });

  describe('of payment platforms', () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const folder = mkdtempSync(join(tmpdir(), 'coinyard-keys-'));
    const privateKeyPem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const publicKeyPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const privateFile = join(folder, 'private.pem');
    const publicFile = join(folder, 'public.pem');
    writeFileSync(privateFile, privateKeyPem);
    writeFileSync(publicFile, publicKeyPem);
    afterAll(() => rmSync(folder, { recursive: true }));

    const wechat = {
      PUBLIC_URL: 'https://yard.example',
      WECHAT_PAY_MCH_ID: '1900000109',
      WECHAT_PAY_APP_ID: 'wx1',
      WECHAT_PAY_CERT_SERIAL: '5A',
      WECHAT_PAY_API_V3_KEY: 'k'.repeat(32),
      WECHAT_PAY_PRIVATE_KEY_FILE: privateFile,
    };
    const alipay = {
      PUBLIC_URL: 'https://yard.example',
      ALIPAY_APP_ID: '2021',
      ALIPAY_SELLER_ID: '2088',
      ALIPAY_PRIVATE_KEY_FILE: privateFile,
      ALIPAY_PUBLIC_KEY_FILE: publicFile,
    };
    const namesOf = (env: NodeJS.ProcessEnv) => problemsOf(env).problems.map(({ params }) => params.name);

    it('reads keys from files, or from a variable in one line', () => {
      expect(loadConfig(wechat).pay.wechat).toMatchObject({ mchId: '1900000109', privateKeyPem });
      const { WECHAT_PAY_PRIVATE_KEY_FILE: _, ...rest } = wechat;
      const oneLine = privateKeyPem.replaceAll('\n', '\\n');
      expect(loadConfig({ ...rest, WECHAT_PAY_PRIVATE_KEY: oneLine }).pay.wechat).toMatchObject({
        privateKeyPem,
      });
      expect(loadConfig(alipay).pay.alipay).toMatchObject({
        privateKeyPem,
        alipayPublicKeyPem: publicKeyPem,
      });
    });

    it('wants all of a platform or nothing, and an address for its callbacks', () => {
      for (const [complete, names] of [
        [wechat, ['PUBLIC_URL', 'WECHAT_PAY_APP_ID', 'WECHAT_PAY_CERT_SERIAL', 'WECHAT_PAY_API_V3_KEY']],
        [alipay, ['PUBLIC_URL', 'ALIPAY_SELLER_ID', 'ALIPAY_PUBLIC_KEY_FILE']],
      ] as const)
        for (const name of names) expect(namesOf({ ...complete, [name]: '' })).toEqual([name]);
      expect(namesOf({ ...wechat, WECHAT_PAY_PRIVATE_KEY_FILE: '' })).toEqual(['WECHAT_PAY_PRIVATE_KEY']);
      expect(namesOf({ WECHAT_APP_SECRET: 's' })).toEqual(['WECHAT_PAY_APP_ID']);
      expect(namesOf({ ...wechat, WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1' })).toEqual([
        'WECHAT_PAY_PUBLIC_KEY_FILE',
      ]);
    });

    it('refuses a key of the wrong length, a file that is not there and one that holds no key', () => {
      expect(namesOf({ ...wechat, WECHAT_PAY_API_V3_KEY: 'short' })).toContain('WECHAT_PAY_API_V3_KEY');
      const wrongFiles = [join(folder, 'nothing.pem'), publicFile];
      for (const file of wrongFiles)
        expect(namesOf({ ...alipay, ALIPAY_PRIVATE_KEY_FILE: file })).toContain('ALIPAY_PRIVATE_KEY_FILE');
    });

    it('takes Alipay’s certificates instead of its key, all three or none', () => {
      const { ALIPAY_PUBLIC_KEY_FILE: _, ...rest } = alipay;
      expect(namesOf(rest)).toEqual(['ALIPAY_PUBLIC_KEY_FILE']);
      expect(namesOf({ ...alipay, ALIPAY_APP_CERT_FILE: publicFile })).toContain('ALIPAY_APP_CERT_FILE');
    });

    it('works without any', () => {
      expect(loadConfig({ DEMO: '0' }).pay).toEqual({
        wechat: undefined,
        wechatLogin: undefined,
        alipay: undefined,
      });
    });
  });

  it('has no default for anything secret', () => {
    for (const [name, variable] of Object.entries(configVariables)) {
      if ('secret' in variable && variable.secret) expect(variable, name).not.toHaveProperty('default');
    }
  });
});
