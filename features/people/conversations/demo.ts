import { latestOwnOrder } from '#features/selling/orders/server/public.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { playerScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { afterPlayer, afterSnooze, afterSolve, afterStaff } from './rules/standing-rules.ts';
import { type Asked, holdOrBegin } from './server/begin-conversation.ts';
import { type ConversationRow, lockOwn } from './server/conversation-queries.ts';
import { giveAwayAnswer } from './server/give-away-answer.ts';
import { timesAt } from './server/site-times.ts';
import { append, changeHeld, readUpTo, standingOf } from './server/write-message.ts';
import { quickReplies } from './tables.ts';

const staff = {
  manager: { id: demoId('user:manager'), name: '孙志强' },
  merchant: { id: demoId('user:merchant'), name: '陈立新' },
  merchant2: { id: demoId('user:merchant2'), name: '林晓彤' },
};
type Speaker = 'player' | keyof typeof staff;

interface Line {
  minutesAgo: number;
  by: Speaker;
  text: string;
}

interface Past {
  player: string;
  about: Asked;
  lines: readonly Line[];
  end?: 'solved' | 'snoozed';
}

const ofDay = (days: number, minutes: number) => (days * dayMs) / minuteMs + minutes;

/** Some write Chinese and some English, as guests of a hall do. */
const pasts: readonly Past[] = [
  {
    player: '张伟',
    about: { fieldId: demoId('site:merchant:1') },
    lines: [
      { minutesAgo: ofDay(3, 62), by: 'player', text: '请问这周末几点关门？想带孩子过来玩。' },
      { minutesAgo: ofDay(3, 55), by: 'manager', text: '您好，周末营业到晚上十点，九点半前到都来得及。' },
      { minutesAgo: ofDay(3, 53), by: 'player', text: '好的，谢谢！' },
    ],
    end: 'solved',
  },
  {
    player: '陈思远',
    about: { fieldId: demoId('site:merchant:2') },
    lines: [
      {
        minutesAgo: ofDay(1, 130),
        by: 'player',
        text: 'Hi, the claw machine next to the entrance took two coins and did not start.',
      },
      {
        minutesAgo: ofDay(1, 121),
        by: 'manager',
        text: 'Sorry about that! Which number is on the label of the machine?',
      },
    ],
    end: 'snoozed',
  },
  {
    player: '王美丽',
    about: { fieldId: demoId('site:merchant:1') },
    lines: [
      { minutesAgo: 150, by: 'player', text: '昨天抓到的娃娃线头开了，可以换一个吗？' },
      { minutesAgo: 141, by: 'manager', text: '可以的，带过来到前台就能换。您大概什么时候来？' },
      { minutesAgo: 47, by: 'player', text: '今天晚上七点左右可以吗？' },
    ],
  },
  {
    player: '刘芳',
    about: { fieldId: demoId('site:merchant2:1') },
    lines: [
      { minutesAgo: ofDay(2, 30), by: 'player', text: '会员卡里的币可以送给朋友吗？' },
      { minutesAgo: ofDay(2, 12), by: 'merchant2', text: '目前只能本人使用，朋友可以扫码直接购买。' },
    ],
    end: 'solved',
  },
];

const aboutOrder: readonly Line[] = [
  { minutesAgo: 21, by: 'player', text: '付款成功了，但是机器没有出币。' },
  { minutesAgo: 18, by: 'player', text: '我还在机器旁边，能补给我或者退款吗？' },
];

const replies = [
  { title: '补币', body: '非常抱歉，已经为您补上游戏币，请到机器上查看。' },
  { title: '退款时间', body: '退款已提交，一般几分钟内原路退回，最迟三个工作日到账。' },
  {
    title: 'Coins added (English)',
    body: 'Sorry for the trouble! We have added your coins. Please try again.',
  },
];

const playerIdOf = (name: string) =>
  demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);

/** One line, by the rules of a call that was made then. */
async function speak(tx: Tx, services: Services, row: ConversationRow, { by, text }: Line, at: Date) {
  const times = await timesAt(tx, row);
  if (by === 'player') {
    const standing = afterPlayer(standingOf(row), times, at);
    const more = { at, standing, unanswered: row.unanswered + 1 };
    const written = await append(tx, row, { side: 'player', text }, more);
    await readUpTo(tx, written.row, 'player', row.lastSeq);
    const say = (key: string, params?: Record<string, string | number>) =>
      services.texts.say('zh-cn', key, params);
    const now = await lockOwn(tx, playerScope(row.playerId), row.id);
    await giveAwayAnswer(tx, now, { times, at, say });
    return;
  }
  const user = staff[by];
  await readUpTo(tx, row, 'staff', row.lastSeq);
  const now = await lockOwn(tx, playerScope(row.playerId), row.id);
  await append(
    tx,
    now,
    { side: 'staff', text, user },
    {
      at,
      standing: afterStaff(standingOf(now), times, at),
      unanswered: 0,
      userId: user.id,
      userName: user.name,
    },
  );
}

async function tell(tx: Tx, services: Services, { player, about, lines, end }: Past): Promise<void> {
  const now = services.clock.now();
  const scope = playerScope(playerIdOf(player));
  const moment = ({ minutesAgo }: Line) => new Date(now.getTime() - minutesAgo * minuteMs);
  let last = now;
  let id: string | undefined;
  for (const line of lines) {
    last = moment(line);
    const row = id ? await lockOwn(tx, scope, id) : await holdOrBegin(tx, scope, about, last);
    id = row.id;
    await speak(tx, services, row, line, last);
  }
  if (!id || !end) return;
  const row = await lockOwn(tx, scope, id);
  await readUpTo(tx, row, 'staff', row.lastSeq);
  const at = new Date(last.getTime() + minuteMs);
  const read = await lockOwn(tx, scope, id);
  const standing = standingOf(read);
  await changeHeld(
    tx,
    read,
    end === 'snoozed' ? afterSnooze(standing, at) : afterSolve(standing, await timesAt(tx, read), at),
  );
}

const part: DemoPart = {
  order: 105,
  async seed(tx, services) {
    await insert(
      tx,
      tenantScope(demoTenants.merchant),
      quickReplies,
      replies.map((reply) => ({ ...reply, id: demoId(`quick-reply:${reply.title}`) })),
    );
    for (const past of pasts) await tell(tx, services, past);
    // the first of them who has an order that waits for somebody has written about it
    for (const { name } of demoPeople) {
      const order = await latestOwnOrder(tx, playerScope(playerIdOf(name)), {});
      if (order?.state !== 'fulfilling') continue;
      await tell(tx, services, { player: name, about: { orderNumber: order.number }, lines: aboutOrder });
      break;
    }
  },
};
export default part;
