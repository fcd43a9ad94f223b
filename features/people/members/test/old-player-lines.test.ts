import { expect, it } from 'vitest';
import { mostOldPlayers } from '../contract/old-players.ts';
import { readOldPlayers } from '../rules/old-player-lines.ts';

const levels = [{ id: 'gold-id', name: 'Gold' }];
const head = ['姓名', '手机号', '余额（元）', '游戏币', '等级', '备注'];
const read = (...rows: string[][]) => readOldPlayers([head, ...rows], levels);

it('finds columns by what stands above them, in any order and language', () => {
  expect(read(['张三', '138 0000-0001', '12.5', '30', 'gold', '左撇子'])).toEqual({
    wrong: [],
    players: [
      {
        line: 2,
        phone: '13800000001',
        name: '张三',
        balanceFen: 1250,
        coins: 30,
        levelId: 'gold-id',
        levelName: 'Gold',
        note: '左撇子',
      },
    ],
  });
  const english = readOldPlayers(
    [
      ['Phone', 'Balance (yuan)'],
      ['+8613800000002', '￥1,200.30'],
    ],
    [],
  );
  expect(english.players).toMatchObject([{ phone: '13800000002', balanceFen: 120_030, coins: 0 }]);
});

it('names every wrong line with its number and reason, and takes none of them', () => {
  const { players, wrong } = read(
    ['', '13800000001', '1', '', '', ''],
    ['', '12345', '1', '', '', ''],
    ['', '13800000002', '-1', '', '', ''],
    ['', '13800000003', '1.234', '', '', ''],
    ['', '13800000004', '60000', '', '', ''],
    ['', '13800000005', '', '2.5', '', ''],
    ['', '13800000006', '', '100001', '', ''],
    ['', '13800000007', '1', '', 'Platinum', ''],
    ['x'.repeat(21), '13800000008', '1', '', '', ''],
    ['', '', '', '', '', ''],
    ['', '13800000009', '', '', '', 'only a word'],
    ['', '13800000001', '2', '', '', ''],
    ['', '13800000010', '1', '', '', 'y'.repeat(201)],
  );
  expect(players.map(({ line }) => line)).toEqual([2]);
  expect(wrong.map(({ line, key }) => [line, key.split('.')[1]])).toEqual([
    [3, 'phone'],
    [4, 'balance'],
    [5, 'balance'],
    [6, 'balanceTooMuch'],
    [7, 'coins'],
    [8, 'coinsTooMany'],
    [9, 'level'],
    [10, 'name'],
    [12, 'nothing'],
    [13, 'twice'],
    [14, 'note'],
  ]);
  expect(wrong.find(({ key }) => key.endsWith('twice'))?.params).toEqual({ earlier: 2 });
});

it('says what is missing in a file without phones, without people or with too many', () => {
  expect(readOldPlayers([['name'], ['a']], []).wrong).toMatchObject([
    { line: 1, key: 'members:wrongLine.noPhone' },
  ]);
  expect(readOldPlayers([], []).wrong).toMatchObject([{ key: 'members:wrongLine.noPhone' }]);
  expect(readOldPlayers([['phone']], []).wrong).toMatchObject([{ key: 'members:wrongLine.empty' }]);
  const many = Array.from({ length: mostOldPlayers + 1 }, (_, n) => [
    `138${String(n).padStart(8, '0')}`,
    '1',
  ]);
  expect(readOldPlayers([['phone', 'balance'], ...many], []).wrong).toMatchObject([
    { key: 'members:wrongLine.tooMany' },
  ]);
});
