import { describe, expect, test } from 'vitest';
import {
  isRegionCode,
  type RegionNode,
  regionInAddress,
  regionName,
  regionPath,
  regionTree,
} from './regions.ts';

const tree = regionTree();

function flatten(nodes: readonly RegionNode[]): RegionNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

const all = flatten(tree);

function node(code: string): RegionNode {
  const found = all.find((candidate) => candidate.code === code);
  if (!found) throw new Error(`no region ${code}`);
  return found;
}

describe('the region tree', () => {
  test('has all 34 provinces, their cities and their districts', () => {
    const cities = tree.flatMap((province) => province.children ?? []);
    const districts = cities.flatMap((city) => city.children ?? []);
    expect(tree).toHaveLength(34);
    // 342 on the mainland, 22 in Taiwan, 18 districts of Hong Kong and 8 of Macao.
    expect(cities).toHaveLength(342 + 22 + 18 + 8);
    // 2850 on the mainland (with the four districts of Daxing'anling), 368 in Taiwan.
    expect(districts).toHaveLength(2850 + 368);
  });

  test('has no code twice and only six-digit codes', () => {
    const codes = all.map((region) => region.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  });

  test('names a parent that exists for every region below a province', () => {
    const codes = new Set(all.map((region) => region.code));
    expect(tree.every((province) => province.pcode === null)).toBe(true);
    const orphans = all.filter((region) => region.pcode !== null && !codes.has(region.pcode));
    expect(orphans).toEqual([]);
    for (const region of all) {
      for (const child of region.children ?? []) expect(child.pcode).toBe(region.code);
    }
  });

  test.each(['810000', '820000'])('gives the districts of %s empty children', (code) => {
    const districts = node(code).children ?? [];
    expect(districts.length).toBeGreaterThan(7);
    for (const district of districts) expect(district.children).toEqual([]);
  });

  test('stops at two levels for cities that have no districts', () => {
    for (const code of ['441900', '442000', '460400', '620200']) expect(node(code).children).toEqual([]);
  });

  test('leaves children out of districts', () => {
    expect(node('440305')).toEqual({ code: '440305', name: '南山区', pcode: '440300' });
  });

  test('knows the divisions of recent years', () => {
    expect(node('330114').name).toBe('钱塘区');
    expect(node('653229').name).toBe('和安县');
    expect(isRegionCode('330103')).toBe(false);
  });

  test('has a name in both languages for every region', () => {
    const english = flatten(regionTree('en-us'));
    expect(english.map((region) => region.code)).toEqual(all.map((region) => region.code));
    expect(all.filter((region) => !/^[\u4e00-\u9fff]+$/.test(region.name))).toEqual([]);
    expect(english.filter((region) => !/^[A-Z][\p{Script=Latin}' ,-]+$/u.test(region.name))).toEqual([]);
  });
});

describe('a region code', () => {
  test('leads from the province down', () => {
    expect(regionPath('310115')).toEqual([
      { code: '310000', name: '上海市' },
      { code: '310100', name: '上海市' },
      { code: '310115', name: '浦东新区' },
    ]);
    expect(regionPath('810005', 'en-us')).toEqual([
      { code: '810000', name: 'Hong Kong' },
      { code: '810005', name: 'Yau Tsim Mong' },
    ]);
  });

  test('that is unknown has neither path nor name', () => {
    for (const code of ['', '000000', '3101', '31011', 'constructor']) {
      expect(isRegionCode(code)).toBe(false);
      expect(regionPath(code)).toBeUndefined();
      expect(regionName(code, 'zh-cn')).toBeUndefined();
    }
  });

  test('is read with the local pronunciation in English', () => {
    expect(regionName('610100', 'en-us')).toBe("Xi'an");
    expect(regionName('341500', 'en-us')).toBe("Lu'an");
    expect(regionName('310112', 'en-us')).toBe('Minhang District');
    expect(regionName('533100', 'en-us')).toBe('Dehong Dai and Jingpo Autonomous Prefecture');
  });
});

describe('the district that an address names', () => {
  test('is read from the front in Chinese, with or without province or suffix', () => {
    for (const address of ['浙江省杭州市西湖区文三路 508 号', '杭州市西湖区文三路', '浙江 杭州 西湖区'])
      expect(regionInAddress(address), address).toBe('330106');
    expect(regionInAddress('上海市浦东新区世纪大道 1 号')).toBe('310115');
    expect(regionInAddress('上海浦东新区世纪大道 1 号')).toBe('310115');
  });

  test('is read from the end in English', () => {
    expect(regionInAddress('508 Wensan Road, Xihu District, Hangzhou, Zhejiang, China')).toBe('330106');
    expect(regionInAddress('508 Wensan Road, xihu district, hangzhou')).toBe('330106');
  });

  test('is not guessed: a street alone, or a district that many cities have, names none', () => {
    for (const address of ['文三路 508 号', '鼓楼区中山路', 'Gulou District', '浙江省', '杭州市', ''])
      expect(regionInAddress(address), address).toBeUndefined();
  });
});
