import { join, resolve } from 'node:path';
import type { ConfigVariable } from './config-kinds.ts';
import { configVariables, type VariableName, type VariableValue } from './config-variables.ts';
import { type StartupProblem, startupErrorOf } from './startup-error.ts';

/** inside DATA_DIR, where uploads lie unless they go to object storage */
export const uploadsFolder = 'files';

type Values = { [N in VariableName]: VariableValue<N> | undefined };

export type Config = ReturnType<typeof assemble>;

/** Reads the whole environment at once and reports everything that is wrong with it, not only the first thing. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: StartupProblem[] = [];
  const values = readValues(env, problems);
  problems.push(...missingCompanions(values), ...unwantedCompanions(values));
  if (problems.length > 0) throw startupErrorOf(problems);
  return deepFreeze(assemble(values));
}

function readValues(env: NodeJS.ProcessEnv, problems: StartupProblem[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(configVariables) as [string, ConfigVariable<unknown>][]) {
    // compose files and shells pass an unset variable on as an empty text
    const raw = env[name]?.trim() || variable.default;
    if (raw === undefined) continue;
    const parsed = variable.schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else problems.push({ code: 'configInvalid', params: { name, expected: variable.expected } });
  }
  return values as Values;
}

const companions: { when: (values: Values) => string | undefined; needs: VariableName[] }[] = [
  {
    when: (values) => (values.STORAGE === 's3' ? 'STORAGE=s3' : undefined),
    needs: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  },
  allOrNone([
    'ALIYUN_SMS_ACCESS_KEY_ID',
    'ALIYUN_SMS_ACCESS_KEY_SECRET',
    'ALIYUN_SMS_SIGN_NAME',
    'ALIYUN_SMS_TEMPLATE_CODE',
  ]),
  allOrNone(['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']),
  allOrNone(['MQTT_TLS_CERT_FILE', 'MQTT_TLS_KEY_FILE']),
  {
    when: (values) => (values.TENCENT_MAP_SECRET_KEY ? 'TENCENT_MAP_SECRET_KEY' : undefined),
    needs: ['TENCENT_MAP_KEY'],
  },
  ...payCompanions(),
  ...dealCompanions(),
];

/** Platforms call back, so they have to be told where: an address that people's browsers happen to use will not do. */
function payCompanions() {
  const set = (name: VariableName) => (values: Values) => (values[name] === undefined ? undefined : name);
  const wechat: VariableName[] = ['WECHAT_PAY_MCH_ID', 'WECHAT_PAY_CERT_SERIAL', 'WECHAT_PAY_API_V3_KEY'];
  const alipay: VariableName[] = ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY_FILE'];
  return [
    allOrNone(wechat),
    { when: set('WECHAT_PAY_MCH_ID'), needs: ['WECHAT_PAY_APP_ID', 'PUBLIC_URL'] as VariableName[] },
    {
      when: (values: Values) =>
        values.WECHAT_PAY_PRIVATE_KEY_FILE === undefined ? set('WECHAT_PAY_MCH_ID')(values) : undefined,
      needs: ['WECHAT_PAY_PRIVATE_KEY'] as VariableName[],
    },
    allOrNone(['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY_FILE']),
    allOrNone([
      'WECHAT_PAY_PARTNER_MCH_ID',
      'WECHAT_PAY_PARTNER_PRIVATE_KEY_FILE',
      'WECHAT_PAY_PARTNER_CERT_SERIAL',
      'WECHAT_PAY_PARTNER_API_V3_KEY',
    ]),
    { when: set('WECHAT_PAY_PARTNER_MCH_ID'), needs: ['WECHAT_PAY_MCH_ID'] as VariableName[] },
    allOrNone(['WECHAT_PAY_PARTNER_PUBLIC_KEY_ID', 'WECHAT_PAY_PARTNER_PUBLIC_KEY_FILE']),
    { when: set('WECHAT_APP_SECRET'), needs: ['WECHAT_PAY_APP_ID'] as VariableName[] },
    // its messages open pages of ours
    {
      when: set('WECHAT_TEMPLATE_SUMMARY'),
      needs: ['WECHAT_APP_SECRET', 'PUBLIC_URL'] as VariableName[],
    },
    allOrNone(alipay),
    allOrNone(['ALIPAY_APP_CERT_FILE', 'ALIPAY_PUBLIC_CERT_FILE', 'ALIPAY_ROOT_CERT_FILE']),
    {
      when: (values: Values) =>
        values.ALIPAY_APP_CERT_FILE === undefined ? set('ALIPAY_APP_ID')(values) : undefined,
      needs: ['ALIPAY_PUBLIC_KEY_FILE'] as VariableName[],
    },
    { when: set('ALIPAY_APP_ID'), needs: ['PUBLIC_URL'] as VariableName[] },
  ];
}

/** Douyin tells of refunds by calling, and Meituan sends merchants back: both have to know where we are. */
function dealCompanions() {
  const set = (name: VariableName) => (values: Values) => (values[name] === undefined ? undefined : name);
  return [
    allOrNone(['DOUYIN_CLIENT_KEY', 'DOUYIN_CLIENT_SECRET']),
    allOrNone(['MEITUAN_DEVELOPER_ID', 'MEITUAN_SIGN_KEY']),
    { when: set('DOUYIN_CLIENT_KEY'), needs: ['PUBLIC_URL'] as VariableName[] },
    { when: set('MEITUAN_DEVELOPER_ID'), needs: ['PUBLIC_URL'] as VariableName[] },
  ];
}

function allOrNone(names: VariableName[]) {
  return { when: (values: Values) => names.find((name) => values[name] !== undefined), needs: names };
}

function missingCompanions(values: Values): StartupProblem[] {
  return companions.flatMap(({ when, needs }) => {
    const because = when(values);
    if (because === undefined) return [];
    return needs
      .filter((name) => values[name] === undefined)
      .map((name): StartupProblem => ({ code: 'configRequires', params: { name, because } }));
  });
}

/** Two answers to one question. */
const eitherOr: readonly (readonly [VariableName, VariableName])[] = [['MAP_TILES_URL', 'MAP_TILES_DIR']];

const unwantedCompanions = (values: Values): StartupProblem[] =>
  eitherOr.flatMap(([name, because]): StartupProblem[] =>
    values[name] !== undefined && values[because] !== undefined
      ? [{ code: 'configEitherOr', params: { name, because } }]
      : [],
  );

/** A variable with a default or one that `missingCompanions` demanded; anything else is a defect here. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a required configuration value is absent after validation');
  return value;
}

function assemble(values: Values) {
  const host = present(values.HOST);
  const dataDir = resolve(present(values.DATA_DIR));
  return {
    host,
    port: present(values.PORT),
    publicUrl: values.PUBLIC_URL,
    trustProxy: present(values.TRUST_PROXY),
    liveSockets: {
      perAddress: present(values.LIVE_SOCKETS_PER_ADDRESS),
      perSession: present(values.LIVE_SOCKETS_PER_SESSION),
    },
    logLevel: present(values.LOG_LEVEL),
    web: present(values.COINYARD_WEB),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: present(values.DATABASE_POOL_SIZE),
    secretsFile: values.SECRETS_FILE === undefined ? undefined : resolve(values.SECRETS_FILE),
    secretsReplaced: present(values.SECRETS_REPLACED),
    /** undefined: as the database is, and a demo in an empty one; what it is, is known by `Services.demo` alone */
    wantsDemo: values.DEMO,
    demoDevices: present(values.DEMO_DEVICES),
    demoCustomers: present(values.DEMO_CUSTOMERS),
    demoDays: present(values.DEMO_DAYS),
    mqtt: {
      url: values.MQTT_URL,
      host: values.MQTT_HOST ?? host,
      port: present(values.MQTT_PORT),
      hookToken: values.BROKER_HOOK_TOKEN,
      tls: brokerTls(values),
    },
    pairing: { brokerUrl: values.MQTT_PUBLIC_URL, broadcastAddress: values.PAIRING_BROADCAST },
    legacyMd5Login: present(values.LEGACY_MD5_LOGIN),
    accessTokenMinutes: present(values.ACCESS_TOKEN_MINUTES),
    trustedParentOrigins: values.TRUSTED_PARENT_ORIGINS ?? [],
    slideLinkOrigins: values.SLIDE_LINK_ORIGINS ?? [],
    oauthClient: oauthClient(values),
    storage: storage(values, dataDir),
    uploads: {
      imageMaxBytes: present(values.UPLOAD_IMAGE_MAX_BYTES),
      videoMaxBytes: present(values.UPLOAD_VIDEO_MAX_BYTES),
      tenantQuotaBytes: present(values.UPLOAD_TENANT_QUOTA_BYTES),
    },
    sms: sms(values),
    map: map(values),
    mapTiles: mapTiles(values),
    pay: { wechat: wechatPay(values), wechatLogin: wechatLogin(values), alipay: alipay(values) },
    deals: { douyin: douyin(values), meituan: meituan(values) },
  };
}

/** undefined: the embedded broker speaks plain TCP only. */
function brokerTls(values: Values) {
  if (!values.MQTT_TLS_CERT_FILE) return undefined;
  return {
    port: present(values.MQTT_TLS_PORT),
    cert: values.MQTT_TLS_CERT_FILE,
    key: present(values.MQTT_TLS_KEY_FILE),
  };
}

function oauthClient(values: Values) {
  if (!values.OAUTH_CLIENT_ID) return undefined;
  return { id: values.OAUTH_CLIENT_ID, secret: present(values.OAUTH_CLIENT_SECRET) };
}

function storage(values: Values, dataDir: string) {
  if (values.STORAGE !== 's3') return { kind: 'disk' as const, folder: join(dataDir, uploadsFolder) };
  return {
    kind: 's3' as const,
    endpoint: values.S3_ENDPOINT,
    region: present(values.S3_REGION),
    bucket: present(values.S3_BUCKET),
    accessKeyId: present(values.S3_ACCESS_KEY_ID),
    secretAccessKey: present(values.S3_SECRET_ACCESS_KEY),
    forcePathStyle: present(values.S3_FORCE_PATH_STYLE),
  };
}

/** undefined: messages go to the simulator in a demo and are refused as "not configured" otherwise. */
function sms(values: Values) {
  if (!values.ALIYUN_SMS_ACCESS_KEY_ID) return undefined;
  return {
    accessKeyId: values.ALIYUN_SMS_ACCESS_KEY_ID,
    accessKeySecret: present(values.ALIYUN_SMS_ACCESS_KEY_SECRET),
    signName: present(values.ALIYUN_SMS_SIGN_NAME),
    templateCodes: {
      code: present(values.ALIYUN_SMS_TEMPLATE_CODE),
      notice: values.ALIYUN_SMS_TEMPLATE_NOTICE,
      pickup: values.ALIYUN_SMS_TEMPLATE_PICKUP,
      expiry: values.ALIYUN_SMS_TEMPLATE_EXPIRY,
      guard: values.ALIYUN_SMS_TEMPLATE_GUARD,
    },
    endpoint: present(values.ALIYUN_SMS_ENDPOINT),
  };
}

/** undefined: the simulator in a demo, "not configured" otherwise. */
function map(values: Values) {
  if (!values.TENCENT_MAP_KEY) return undefined;
  return {
    key: values.TENCENT_MAP_KEY,
    secretKey: values.TENCENT_MAP_SECRET_KEY,
    baseUrl: present(values.TENCENT_MAP_BASE_URL),
  };
}

/** undefined: places are chosen on a sketch */
function mapTiles(values: Values) {
  const { MAP_TILES_URL: url, MAP_TILES_DIR: folder } = values;
  if (!url && !folder) return undefined;
  return {
    url,
    folder: folder === undefined ? undefined : resolve(folder),
    datum: present(values.MAP_TILES_DATUM),
    maxZoom: present(values.MAP_TILES_MAX_ZOOM),
    attribution: present(values.MAP_TILES_ATTRIBUTION),
  };
}

/** undefined, here and below: the simulator in a demo, "not configured" otherwise. */
function wechatPay(values: Values) {
  if (!values.WECHAT_PAY_MCH_ID) return undefined;
  const { WECHAT_PAY_PUBLIC_KEY_ID: keyId, WECHAT_PAY_PUBLIC_KEY_FILE: publicKeyPem } = values;
  return {
    mchId: values.WECHAT_PAY_MCH_ID,
    appId: present(values.WECHAT_PAY_APP_ID),
    miniProgramAppId: values.WECHAT_PAY_MINI_APP_ID,
    privateKeyPem: present(values.WECHAT_PAY_PRIVATE_KEY_FILE ?? values.WECHAT_PAY_PRIVATE_KEY),
    certificateSerial: present(values.WECHAT_PAY_CERT_SERIAL),
    apiV3Key: present(values.WECHAT_PAY_API_V3_KEY),
    platformKeys: keyId && publicKeyPem ? { [keyId]: publicKeyPem } : {},
    partner: wechatPartner(values),
    baseUrl: present(values.WECHAT_PAY_BASE_URL),
    transferSceneId: present(values.WECHAT_PAY_TRANSFER_SCENE_ID),
    transferReportInfos: present(values.WECHAT_PAY_TRANSFER_REPORT),
  };
}

/** undefined: merchants can not collect with numbers of their own. */
function wechatPartner(values: Values) {
  if (!values.WECHAT_PAY_PARTNER_MCH_ID) return undefined;
  const { WECHAT_PAY_PARTNER_PUBLIC_KEY_ID: keyId, WECHAT_PAY_PARTNER_PUBLIC_KEY_FILE: publicKeyPem } =
    values;
  return {
    mchId: values.WECHAT_PAY_PARTNER_MCH_ID,
    privateKeyPem: present(values.WECHAT_PAY_PARTNER_PRIVATE_KEY_FILE),
    certificateSerial: present(values.WECHAT_PAY_PARTNER_CERT_SERIAL),
    apiV3Key: present(values.WECHAT_PAY_PARTNER_API_V3_KEY),
    platformKeys: keyId && publicKeyPem ? { [keyId]: publicKeyPem } : {},
  };
}

function wechatLogin(values: Values) {
  if (!values.WECHAT_APP_SECRET) return undefined;
  return {
    appId: present(values.WECHAT_PAY_APP_ID),
    secret: values.WECHAT_APP_SECRET,
    ...(values.WECHAT_PAY_MINI_APP_ID &&
      values.WECHAT_MINI_APP_SECRET && {
        miniProgram: { appId: values.WECHAT_PAY_MINI_APP_ID, secret: values.WECHAT_MINI_APP_SECRET },
      }),
    templates: { summary: summaryTemplate(values) },
    baseUrl: present(values.WECHAT_API_BASE_URL),
    authorizeUrl: present(values.WECHAT_AUTHORIZE_URL),
  };
}

/** undefined: summaries of takings do not go to WeChat. */
function summaryTemplate({ WECHAT_TEMPLATE_SUMMARY: id, WECHAT_TEMPLATE_SUMMARY_FIELDS: fields }: Values) {
  return id === undefined ? undefined : { id, fields: present(fields) };
}

function alipay(values: Values) {
  if (!values.ALIPAY_APP_ID) return undefined;
  return {
    appId: values.ALIPAY_APP_ID,
    sellerId: present(values.ALIPAY_SELLER_ID),
    privateKeyPem: present(values.ALIPAY_PRIVATE_KEY_FILE),
    alipayPublicKeyPem: values.ALIPAY_PUBLIC_KEY_FILE,
    certificates: values.ALIPAY_APP_CERT_FILE
      ? {
          appPem: values.ALIPAY_APP_CERT_FILE,
          alipayPem: present(values.ALIPAY_PUBLIC_CERT_FILE),
          rootPem: present(values.ALIPAY_ROOT_CERT_FILE),
        }
      : undefined,
    gateway: present(values.ALIPAY_GATEWAY),
    authorizePage: present(values.ALIPAY_AUTHORIZE_URL),
  };
}

function douyin(values: Values) {
  if (!values.DOUYIN_CLIENT_KEY) return undefined;
  return {
    clientKey: values.DOUYIN_CLIENT_KEY,
    clientSecret: present(values.DOUYIN_CLIENT_SECRET),
    solutionKey: present(values.DOUYIN_SOLUTION_KEY),
    permissionKeys: present(values.DOUYIN_PERMISSION_KEYS),
    baseUrl: present(values.DOUYIN_BASE_URL),
    authoriseUrl: `${present(values.DOUYIN_AUTHORIZE_URL)}/`,
  };
}

function meituan(values: Values) {
  if (!values.MEITUAN_DEVELOPER_ID) return undefined;
  return {
    developerId: values.MEITUAN_DEVELOPER_ID,
    signKey: present(values.MEITUAN_SIGN_KEY),
    baseUrl: present(values.MEITUAN_BASE_URL),
    authoriseUrl: present(values.MEITUAN_AUTHORIZE_URL),
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
