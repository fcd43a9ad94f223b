import { phonePattern } from '#kit/contract/schemas.ts';
import { parseYuan } from '#kit/kernel/money.ts';
import { mostOldCoins, mostOldFen, mostOldPlayers } from '../contract/old-players.ts';

export interface OldPlayerLine {
  /** in the file, the first is 1 */
  line: number;
  phone: string;
  name: string;
  balanceFen: number;
  coins: number;
  levelId: string | null;
  levelName: string | null;
  note: string;
}

export interface WrongLine {
  line: number;
  /** translation key */
  key: string;
  params?: Record<string, string | number>;
}

const columns = ['phone', 'name', 'balance', 'coins', 'level', 'note'] as const;
type Column = (typeof columns)[number];

/** What people write above their columns. */
const headings: Record<Column, readonly string[]> = {
  phone: ['手机号', '手机', '手机号码', '电话', 'phone', 'mobile'],
  name: ['姓名', '名字', '昵称', '会员', 'name'],
  balance: ['余额', '余额元', '金额', 'balance', 'balanceinyuan', 'balanceyuan', 'yuan'],
  coins: ['游戏币', '币', '币数', '余币', 'coins'],
  level: ['等级', '会员等级', 'level'],
  note: ['备注', '说明', 'note', 'notes'],
};
const plain = (heading: string) => heading.toLowerCase().replace(/[\s()（）_¥￥:：/-]/g, '');

function placesOf(head: readonly string[]): Partial<Record<Column, number>> {
  const seen = head.map(plain);
  return Object.fromEntries(
    columns.flatMap((column) => {
      const place = seen.findIndex((heading) => headings[column].includes(heading));
      return place < 0 ? [] : [[column, place]];
    }),
  );
}

const longest = { name: 20, note: 200 };
const wholeNumber = /^\d{1,9}(?:\.0+)?$/;

type Read = { player: OldPlayerLine } | { wrong: WrongLine };

function readLine(
  line: number,
  said: Record<Column, string>,
  levels: readonly { id: string; name: string }[],
): Read {
  const wrong = (key: string, params?: WrongLine['params']): Read => ({
    wrong: { line, key: `members:wrongLine.${key}`, ...(params && { params }) },
  });
  const phone = said.phone.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '');
  if (!phonePattern.test(phone)) return wrong('phone', { phone: said.phone.slice(0, 20) });
  const balanceFen = parseYuan(said.balance.replace(/^[¥￥]|元$/g, '') || '0');
  if (balanceFen === undefined || balanceFen < 0)
    return wrong('balance', { value: said.balance.slice(0, 20) });
  if (balanceFen > mostOldFen) return wrong('balanceTooMuch', { yuan: mostOldFen / 100 });
  if (said.coins !== '' && !wholeNumber.test(said.coins))
    return wrong('coins', { value: said.coins.slice(0, 20) });
  const coins = Number(said.coins || 0);
  if (coins > mostOldCoins) return wrong('coinsTooMany', { coins: mostOldCoins });
  const level = levels.find(({ name }) => name.toLowerCase() === said.level.toLowerCase());
  if (said.level && !level) return wrong('level', { level: said.level.slice(0, 20) });
  if (said.name.length > longest.name) return wrong('name', { most: longest.name });
  if (said.note.length > longest.note) return wrong('note', { most: longest.note });
  if (balanceFen === 0 && coins === 0 && !level) return wrong('nothing');
  return {
    player: {
      line,
      phone,
      name: said.name,
      balanceFen,
      coins,
      levelId: level?.id ?? null,
      levelName: level?.name ?? null,
      note: said.note,
    },
  };
}

/** What a file says, line by line; every line that is wrong is named, and then nobody is brought along. */
export function readOldPlayers(
  rows: readonly (readonly string[])[],
  levels: readonly { id: string; name: string }[],
): { players: OldPlayerLine[]; wrong: WrongLine[] } {
  const places = placesOf(rows[0] ?? []);
  if (places.phone === undefined)
    return { players: [], wrong: [{ line: 1, key: 'members:wrongLine.noPhone' }] };
  const filled = rows.flatMap((row, place) =>
    place > 0 && row.some((cell) => cell !== '') ? [{ row, line: place + 1 }] : [],
  );
  if (filled.length === 0) return { players: [], wrong: [{ line: 2, key: 'members:wrongLine.empty' }] };
  if (filled.length > mostOldPlayers)
    return {
      players: [],
      wrong: [
        { line: mostOldPlayers + 2, key: 'members:wrongLine.tooMany', params: { count: mostOldPlayers } },
      ],
    };
  const players: OldPlayerLine[] = [];
  const wrong: WrongLine[] = [];
  const lineOf = new Map<string, number>();
  for (const { row, line } of filled) {
    const said = Object.fromEntries(
      columns.map((column) => [column, row[places[column] ?? Number.NaN] ?? '']),
    ) as Record<Column, string>;
    const read = readLine(line, said, levels);
    if ('wrong' in read) {
      wrong.push(read.wrong);
      continue;
    }
    const earlier = lineOf.get(read.player.phone);
    if (earlier) wrong.push({ line, key: 'members:wrongLine.twice', params: { earlier } });
    else players.push(read.player);
    lineOf.set(read.player.phone, earlier ?? line);
  }
  return { players, wrong };
}
