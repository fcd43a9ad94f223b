import type { z } from 'zod';
import { dealVariables } from './config-deal-variables.ts';
import {
  baseUrl,
  both,
  bytes,
  certificateFile,
  choice,
  define,
  few,
  flag,
  language,
  minutes,
  origins,
  port,
  privateKeyFile,
  secretText,
  text,
  tileFolder,
  tileTemplate,
  url,
  wholeNumber,
} from './config-kinds.ts';
import { payVariables } from './config-pay-variables.ts';

/** Every environment variable of the server, in the order of docs/configuration.md, which is generated from here. */
export const configVariables = {
  PORT: define('server', port, {
    default: '3000',
    description: both('网页与接口的端口；0 表示任意空闲端口', 'port of pages and API; 0 takes any free port'),
  }),
  HOST: define('server', text, {
    default: '127.0.0.1',
    description: both(
      '监听地址；0.0.0.0 对所有网络开放',
      'address to listen on; 0.0.0.0 opens the server to every network',
    ),
  }),
  PUBLIC_URL: define('server', baseUrl(), {
    description: both(
      '用户访问本系统的地址，用于链接和二维码；未设置时取请求的地址',
      'address under which people reach this server, used in links and QR codes; the request decides when unset',
    ),
  }),
  TRUST_PROXY: define('server', few, {
    default: '0',
    description: both(
      '前面依次有几层反向代理：来访地址取 X-Forwarded-For 从右数第几项，更左边由来访者自己写的内容不予采信；0 表示没有代理',
      'how many reverse proxies stand in front: the caller’s address is that entry of X-Forwarded-For counted from the right, and what the caller wrote further left is not believed; 0 when there is none',
    ),
  }),
  LIVE_SOCKETS_PER_ADDRESS: define('server', wholeNumber(1, 100_000), {
    default: '500',
    description: both(
      '同一来访地址最多同时打开的 WebSocket 数；一家店的 Wi-Fi 常共用一个地址，不要设得太小',
      'how many WebSockets one address may hold open at once; a shop’s Wi-Fi often shares one address, so not too few',
    ),
  }),
  LIVE_SOCKETS_PER_SESSION: define('server', wholeNumber(1, 10_000), {
    default: '30',
    description: both(
      '同一次登录最多同时打开的 WebSocket 数；每个打开的页面占一个',
      'how many WebSockets one log-in may hold open at once; each open page takes one',
    ),
  }),
  LOG_LEVEL: define('server', choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    default: 'info',
    description: both('日志级别；日志写到标准输出', 'how much is logged; logs go to standard output'),
  }),
  COINYARD_LANG: define('server', language, {
    description: both(
      '终端提示的语言；未设置时取系统语言环境',
      'language of messages in the terminal; the locale decides when unset',
    ),
  }),
  COINYARD_WEB: define('server', choice('build', 'vite', 'none'), {
    default: 'build',
    description: both(
      'build 提供打包后的网页；vite 为开发时的热更新（npm run dev 自动设置）；none 只提供接口',
      'build serves the built pages; vite reloads them while developing (set by npm run dev); none serves the API only',
    ),
  }),
  DATA_DIR: define('data', text, {
    default: './data',
    description: both('数据库、密钥与上传文件所在的目录', 'folder of the database, secrets and uploads'),
  }),
  DATABASE_URL: define('data', url('postgres', 'postgresql'), {
    secret: true,
    description: both(
      '外部 PostgreSQL（15 或更高版本）的地址；未设置时使用自带的数据库',
      'address of a PostgreSQL of your own, 15 or newer; the embedded one is used when unset',
    ),
  }),
  DATABASE_POOL_SIZE: define('data', wholeNumber(2, 500), {
    default: '20',
    description: both(
      '本服务器最多同时使用的数据库连接数，另有 5 个用于定时任务和监听；所有服务器之和应小于 PostgreSQL 的 max_connections',
      'how many database connections this server works with at most, besides 5 for schedules and listening; those of all servers together must stay below max_connections of PostgreSQL',
    ),
  }),
  SECRETS_FILE: define('data', text, {
    description: both(
      '密钥文件的位置，供多台服务器共用；未设置时为 DATA_DIR/secrets.json，首次启动时生成',
      'place of the secrets file when several servers share it; DATA_DIR/secrets.json, made on first start, when unset',
    ),
  }),
  SECRETS_REPLACED: define('data', flag, {
    default: '0',
    description: both(
      '密钥丢失或有意更换后，设为 1 启动一次，数据库即认新密钥；用旧密钥签发的登录、加密的字段和设备密钥随之失效',
      '1 for one start after the keys were lost or replaced on purpose: the database then knows the new ones; log-ins, sealed fields and machine secrets made with the old ones are void',
    ),
  }),
  DEMO: define('data', flag, {
    description: both(
      '空库由它决定：1 或未设置时成为演示库，写入演示数据、演示账号并模拟外部平台；0 从空白开始，并显示设置管理员的页面。数据库从此记住自己是哪一种，相反的值会被拒绝启动',
      'what an empty database becomes: 1, or unset, a demo with invented data and accounts and simulated platforms; 0 a real one, which begins with a set-up page. The database remembers it, and a start with the opposite value is refused',
    ),
  }),
  DEMO_DEVICES: define('data', flag, {
    default: '1',
    description: both(
      '演示库是否模拟约 60 台设备；使用外部 MQTT 服务器时不模拟',
      'whether a demo plays its sixty-odd machines; never with a broker of your own',
    ),
  }),
  DEMO_CUSTOMERS: define('data', flag, {
    default: '1',
    description: both(
      '演示运行时，是否有模拟顾客不时扫码付款、模拟设备偶尔出故障（只在模拟设备时）；测试时关闭',
      'whether simulated customers pay online now and then while a demo runs with its machines, and its machines break by chance; off in tests',
    ),
  }),
  DEMO_DAYS: define('data', wholeNumber(7, 120), {
    default: '60',
    description: both(
      '演示数据包含最近多少天的订单、现金与设备计数',
      'how many days back the orders, cash and counters of a demo’s data reach',
    ),
  }),
  MQTT_URL: define('devices', url('mqtt', 'mqtts', 'ws', 'wss'), {
    secret: true,
    description: both(
      '外部 MQTT 服务器的地址，可含用户名和密码；未设置时使用自带的服务器',
      'address of an MQTT broker of your own, with user and password; the embedded one is used when unset',
    ),
  }),
  MQTT_PORT: define('devices', port, {
    default: '1883',
    description: both(
      '自带 MQTT 服务器的端口；0 表示任意空闲端口',
      'port of the embedded broker; 0 takes any free port',
    ),
  }),
  MQTT_HOST: define('devices', text, {
    description: both(
      '自带 MQTT 服务器的监听地址；未设置时同 HOST',
      'address of the embedded broker; HOST when unset',
    ),
  }),
  MQTT_TLS_PORT: define('devices', port, {
    default: '8883',
    description: both(
      '自带 MQTT 服务器的 TLS 端口，设置了证书时才打开；0 表示任意空闲端口',
      'TLS port of the embedded broker, open when a certificate is set; 0 takes any free port',
    ),
  }),
  MQTT_TLS_CERT_FILE: define('devices', certificateFile, {
    description: both(
      '自带 MQTT 服务器的证书（含中间证书）文件；更换后需重新启动',
      'file with the certificate of the embedded broker and those between it and its root; a new one needs a restart',
    ),
  }),
  MQTT_TLS_KEY_FILE: define('devices', privateKeyFile, {
    description: both('该证书的私钥文件', 'file with the private key of that certificate'),
  }),
  MQTT_PUBLIC_URL: define('devices', url('mqtt', 'mqtts', 'ws', 'wss'), {
    description: both(
      '配网时告诉设备的 MQTT 地址；未设置时设备使用出厂地址',
      'address of the broker that devices are told when they are paired; when unset they use the one burnt in',
    ),
  }),
  PAIRING_BROADCAST: define('devices', text, {
    description: both(
      '服务器与设备在同一局域网时，SmartConfig 配网的广播地址，如 192.168.1.255',
      "broadcast address for SmartConfig pairing when the server stands in the devices' own network, e.g. 192.168.1.255",
    ),
  }),
  BROKER_HOOK_TOKEN: define('devices', secretText, {
    secret: true,
    description: both(
      '外部 MQTT 服务器询问设备能否登录、能否访问主题时出示的令牌；未设置时不提供这两个接口',
      'token an external broker shows when it asks whether a device may log in or reach a topic; without it these two calls do not exist',
    ),
  }),
  LEGACY_MD5_LOGIN: define('access', flag, {
    default: '0',
    description: both(
      '1 接受旧客户端以 MD5 提交的密码（不安全，仅供迁移）：开启后以加密方式登录过一次或改过密码的帐号可用；新密码始终须加密提交',
      '1 accepts passwords sent as MD5 by old clients (weak, for migration only): of accounts that since then have logged in once, or changed their password, with an encrypted one; new passwords always come encrypted',
    ),
  }),
  ACCESS_TOKEN_MINUTES: define('access', minutes, {
    default: '15',
    description: both(
      '访问令牌的有效分钟数；不会续期的旧客户端可设长一些，退出与停用仍立即生效',
      'minutes an access token lives; longer for old clients that do not renew it: logging out and disabling still count at once',
    ),
  }),
  TRUSTED_PARENT_ORIGINS: define('access', origins, {
    default: '',
    description: both(
      '允许嵌入本系统并发送 BACK 消息的网页来源',
      'origins of pages that may embed this one and send BACK messages',
    ),
  }),
  SLIDE_LINK_ORIGINS: define('access', origins, {
    default:
      'https://mp.weixin.qq.com,https://work.weixin.qq.com,https://v.douyin.com,https://www.douyin.com,https://i.meituan.com,https://dpurl.cn',
    description: both(
      '玩家首页轮播图可以链接到的外部网站；空表示只能链接本系统的页面',
      'sites outside to which pictures on the players’ home page may lead; empty: to our own pages alone',
    ),
  }),
  OAUTH_CLIENT_ID: define('access', text, {
    description: both(
      '登录接口要求的客户端编号；未设置时不检查',
      'client id demanded by the token call; not checked when unset',
    ),
  }),
  OAUTH_CLIENT_SECRET: define('access', text, {
    secret: true,
    description: both('与 OAUTH_CLIENT_ID 配套的密钥', 'the secret that belongs to OAUTH_CLIENT_ID'),
  }),
  STORAGE: define('storage', choice('disk', 's3'), {
    default: 'disk',
    description: both(
      'disk 存放在 DATA_DIR；s3 存放在兼容 S3 的对象存储',
      'disk keeps uploads in DATA_DIR; s3 in an S3-compatible store',
    ),
  }),
  S3_ENDPOINT: define('storage', baseUrl(), {
    description: both('对象存储的地址；未设置时为 AWS', 'address of the object store; AWS when unset'),
  }),
  S3_REGION: define('storage', text, {
    default: 'us-east-1',
    description: both('对象存储的区域', 'region of the object store'),
  }),
  S3_BUCKET: define('storage', text, { description: both('存储桶名称', 'name of the bucket') }),
  S3_ACCESS_KEY_ID: define('storage', text, { description: both('访问密钥编号', 'access key id') }),
  S3_SECRET_ACCESS_KEY: define('storage', text, {
    secret: true,
    description: both('访问密钥', 'secret access key'),
  }),
  S3_FORCE_PATH_STYLE: define('storage', flag, {
    default: '0',
    description: both(
      '1 用于 MinIO 等以路径区分存储桶的服务',
      '1 for MinIO and others that name the bucket in the path',
    ),
  }),
  UPLOAD_IMAGE_MAX_BYTES: define('storage', bytes, {
    default: String(10 * 1024 * 1024),
    description: both('单张图片的大小上限', 'largest picture'),
  }),
  UPLOAD_VIDEO_MAX_BYTES: define('storage', bytes, {
    default: String(200 * 1024 * 1024),
    description: both('单个视频的大小上限', 'largest video'),
  }),
  UPLOAD_TENANT_QUOTA_BYTES: define('storage', bytes, {
    default: String(2 * 1024 * 1024 * 1024),
    description: both('每个商户的上传空间', 'space for the uploads of one merchant'),
  }),
  ALIYUN_SMS_ACCESS_KEY_ID: define('sms', text, {
    description: both(
      '阿里云短信的访问密钥编号；未设置时，演示库使用短信模拟器，真实库报告短信未配置；演示库不接受真实密钥',
      'access key id of Aliyun SMS; when unset, a demo uses the simulator and a real database reports that SMS is not configured; a demo takes no real keys',
    ),
  }),
  ALIYUN_SMS_ACCESS_KEY_SECRET: define('sms', text, {
    secret: true,
    description: both('阿里云短信的访问密钥', 'secret access key of Aliyun SMS'),
  }),
  ALIYUN_SMS_SIGN_NAME: define('sms', text, { description: both('短信签名', 'signature shown in messages') }),
  ALIYUN_SMS_TEMPLATE_CODE: define('sms', text, {
    description: both('验证码短信的模板编号', 'template of messages with a code'),
  }),
  ALIYUN_SMS_TEMPLATE_NOTICE: define('sms', text, {
    description: both(
      '通知短信的模板编号，变量为 period、income、change（经营小结）；未设置时不发通知',
      'template of notices, with the variables period, income and change (summaries of takings); none are sent when unset',
    ),
  }),
  ALIYUN_SMS_TEMPLATE_PICKUP: define('sms', text, {
    description: both(
      '取货提醒短信的模板编号，变量为 shop、goods、until；未设置时不发短信，玩家只在积分商城里看到提醒',
      'template of reminders to fetch goods, with the variables shop, goods and until; when unset no texts are sent and players are reminded in the points store alone',
    ),
  }),
  ALIYUN_SMS_TEMPLATE_EXPIRY: define('sms', text, {
    description: both(
      '积分、彩票到期提醒短信的模板编号，变量为 shop、what（如“20 积分、8 张彩票”）、until；未设置时不发短信，玩家只在积分页和彩票页看到提醒',
      'template of reminders that points or tickets expire, with the variables shop, what (“20 积分、8 张彩票”) and until; when unset no texts are sent and players read it on the pages of their points and tickets alone',
    ),
  }),
  ALIYUN_SMS_TEMPLATE_GUARD: define('sms', text, {
    description: both(
      '账户提醒短信的模板编号，变量为 what、until（合并或注销账户时通知玩家）；未设置时不发短信，玩家只在页面上看到',
      'template of warnings about an account, with the variables what and until (records are joined, an account is deleted); when unset no texts are sent and players see it on their pages alone',
    ),
  }),
  ALIYUN_SMS_ENDPOINT: define('sms', text, {
    default: 'dysmsapi.aliyuncs.com',
    description: both('阿里云短信的主机名', 'host of Aliyun SMS'),
  }),
  TENCENT_MAP_KEY: define('map', text, {
    secret: true,
    description: both(
      '腾讯位置服务的密钥；未设置时，演示库使用地图模拟器，真实库报告地图未配置；演示库不接受真实密钥',
      'key of Tencent Location; when unset, a demo uses the simulator and a real database reports that maps are not configured; a demo takes no real keys',
    ),
  }),
  TENCENT_MAP_SECRET_KEY: define('map', text, {
    secret: true,
    description: both('腾讯位置服务的签名密钥（可选）', 'signing key of Tencent Location (optional)'),
  }),
  TENCENT_MAP_BASE_URL: define('map', baseUrl(), {
    default: 'https://apis.map.qq.com',
    description: both('腾讯位置服务的地址', 'address of Tencent Location'),
  }),
  MAP_TILES_URL: define('map', tileTemplate, {
    description: both(
      '选择位置时显示的地图瓦片的地址模板；与 MAP_TILES_DIR 二选一，都不设置时显示示意图。网页只允许从该主机加载瓦片',
      'template of the addresses of map tiles, shown where a place is chosen; this or MAP_TILES_DIR, and a sketch without either. Pages load tiles from that host and no other',
    ),
  }),
  MAP_TILES_DIR: define('map', tileFolder, {
    description: both(
      '离线地图瓦片的目录（z/x/y.png、jpg 或 webp），由本服务器提供',
      'folder of offline map tiles (z/x/y.png, jpg or webp), given out by this server',
    ),
  }),
  MAP_TILES_DATUM: define('map', choice('wgs84', 'gcj02'), {
    default: 'wgs84',
    description: both(
      '瓦片的坐标系：OpenStreetMap 等为 wgs84，国内地图服务为 gcj02；场地的坐标始终为 gcj02，显示时换算',
      'datum of the tiles: wgs84 for OpenStreetMap and most others, gcj02 for Chinese services; places of sites are always gcj02 and converted for the map',
    ),
  }),
  MAP_TILES_MAX_ZOOM: define('map', wholeNumber(1, 22), {
    default: '18',
    description: both(
      '瓦片的最大级别；再放大时拉伸该级别',
      'deepest zoom there are tiles for; closer views stretch it',
    ),
  }),
  MAP_TILES_ATTRIBUTION: define('map', text, {
    default: '© OpenStreetMap',
    description: both('地图上标注的数据来源', 'who is named on the map as its source'),
  }),
  ...payVariables,
  ...dealVariables,
} as const;

export type VariableName = keyof typeof configVariables;
export type VariableValue<N extends VariableName> = z.output<(typeof configVariables)[N]['schema']>;
