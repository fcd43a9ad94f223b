import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/kernel/errors.ts';
import {
  checkBusinessCategory,
  checkPoint,
  checkRegion,
  districtsWithin,
  regionLabel,
  streetOf,
  tidyOpeningHours,
} from '../rules/site-rules.ts';

const refusalOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
};

describe('opening hours', () => {
  it('are put in order, with every day once', () => {
    expect(
      tidyOpeningHours([
        { days: [7, 6, 6], period: '10:00-18:00' },
        { days: [1], period: '14:00-18:00' },
        { days: [1], period: '09:00-12:00' },
      ]),
    ).toEqual([
      { days: [1], period: '09:00-12:00' },
      { days: [1], period: '14:00-18:00' },
      { days: [6, 7], period: '10:00-18:00' },
    ]);
  });

  it('may touch but not overlap', () => {
    const touching = [
      { days: [1], period: '09:00-12:00' },
      { days: [1], period: '12:00-18:00' },
    ];
    expect(refusalOf(() => tidyOpeningHours(touching))).toBeUndefined();
    const overlapping = [
      { days: [1, 2], period: '09:00-12:01' },
      { days: [2], period: '12:00-18:00' },
    ];
    expect(refusalOf(() => tidyOpeningHours(overlapping))).toBe('sites:error.overlappingPeriods');
  });

  it('past midnight run into the next day, from Sunday into Monday too', () => {
    const late = { days: [7], period: '20:00-02:00' };
    expect(refusalOf(() => tidyOpeningHours([late, { days: [1], period: '02:00-08:00' }]))).toBeUndefined();
    expect(refusalOf(() => tidyOpeningHours([late, { days: [1], period: '01:00-08:00' }]))).toBe(
      'sites:error.overlappingPeriods',
    );
  });

  it('all around the clock every day are no overlap', () => {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], period: '00:00-24:00' }];
    expect(tidyOpeningHours(always)).toEqual(always);
  });

  it('refuse a period that ends when it starts', () => {
    expect(refusalOf(() => tidyOpeningHours([{ days: [1], period: '09:00-09:00' }]))).toBe(
      'sites:error.emptyPeriod',
    );
  });
});

describe('the region of a site', () => {
  it('is a district, also one of Hong Kong, or a city without districts', () => {
    for (const code of ['310115', '810001', '441900'])
      expect(refusalOf(() => checkRegion(code))).toBeUndefined();
  });

  it('is neither a province nor a city with districts nor an unknown code', () => {
    for (const code of ['310000', '440100', '999999', '000000'])
      expect(refusalOf(() => checkRegion(code))).toBe('sites:error.unknownRegion');
  });

  it('is found by the filter of any level above it', () => {
    expect(districtsWithin('310000')).toContain('310115');
    expect(districtsWithin('440100')).toContain('440106');
    expect(districtsWithin('440106')).toEqual(['440106']);
    expect(districtsWithin('440100')).not.toContain('440305');
    expect(districtsWithin('123456')).toEqual([]);
  });

  it('is named once where province and city share a name', () => {
    expect(regionLabel('310115', 'zh-cn')).toBe('上海市 浦东新区');
    expect(regionLabel('440106', 'en-us')).toBe('Guangdong Guangzhou Tianhe District');
  });
});

describe('the street of a site', () => {
  it('does not repeat its region', () => {
    expect(streetOf('北京市东城区解放路137号', '110101')).toBe('解放路137号');
    expect(streetOf('广东省广州市天河区 天河路 208 号', '440106')).toBe('天河路 208 号');
    expect(streetOf('世纪大道 1 号', '310115')).toBe('世纪大道 1 号');
    expect(streetOf('上海市浦东新区', '310115')).toBe('上海市浦东新区');
  });
});

describe('other codes of a site', () => {
  it('accept a line of business and refuse a trade or an unknown number', () => {
    expect(refusalOf(() => checkBusinessCategory(10401))).toBeUndefined();
    expect(refusalOf(() => checkBusinessCategory(104))).toBe('sites:error.unknownCategory');
    expect(refusalOf(() => checkBusinessCategory(999_999))).toBe('sites:error.unknownCategory');
  });

  it('want both halves of a map point', () => {
    expect(refusalOf(() => checkPoint(31, 121))).toBeUndefined();
    expect(refusalOf(() => checkPoint(null, null))).toBeUndefined();
    expect(refusalOf(() => checkPoint(31, null))).toBe('kit:validation.required');
  });
});
