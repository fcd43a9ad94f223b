import type { Language } from '#kit/kernel/language.ts';
import { demoPassword } from '#kit/server/demo.ts';

/** What a person reads in the terminal; pages have their own texts. */
const lines = {
  'zh-cn': {
    buildingServer: '正在构建服务端程序（源码有变化，几秒钟）…',
    building: '正在构建网页（源码有变化，约半分钟）…',
    built: (seconds: number) => `网页构建完成，用时 ${seconds} 秒`,
    database: '正在启动数据库…',
    migrated: (count: number) => `数据库已升级（${count} 个迁移）`,
    seeded: '已写入演示数据',
    open: '在浏览器中打开',
    accounts: '演示账号（密码都是',
    outbox: '演示短信',
    reference: '接口文档',
    setup: '首次使用：打开设置页创建管理员，设置码',
    sms: (phone: string, text: string) => `短信 ${phone}：${text}`,
    stopping: '正在停止…',
    stopped: '已停止',
  },
  'en-us': {
    buildingServer: 'building the server (sources changed, a few seconds) …',
    building: 'building the pages (sources changed, about half a minute) …',
    built: (seconds: number) => `pages built in ${seconds} s`,
    database: 'starting the database …',
    migrated: (count: number) => `database upgraded (${count} migrations)`,
    seeded: 'demo data written',
    open: 'open in a browser',
    accounts: 'demo accounts (password of all:',
    outbox: 'demo text messages',
    reference: 'API reference',
    setup: 'first use: open the set-up page to create an administrator, set-up code',
    sms: (phone: string, text: string) => `text message to ${phone}: ${text}`,
    stopping: 'stopping …',
    stopped: 'stopped',
  },
};

export type TerminalLines = (typeof lines)['en-us'];
export const terminalLines = (language: Language): TerminalLines => lines[language];

export function banner(
  language: Language,
  url: string,
  state: { demo: boolean; setupCode: string | undefined },
): string {
  const say = lines[language];
  const rows = [`  ${say.open}  ${url}`];
  if (state.demo) {
    rows.push(
      `  ${say.accounts} ${demoPassword}):  admin  agent  merchant  merchant2  franchisee  manager  clerk`,
    );
    rows.push(`  ${say.outbox}  ${url}/demo_outbox`);
  }
  if (state.setupCode) rows.push(`  ${say.setup} ${state.setupCode}  ${url}/setup`);
  rows.push(`  ${say.reference}  ${url}/docs`);
  return `\n  Coinyard\n${rows.join('\n')}\n`;
}
