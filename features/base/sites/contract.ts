import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  bool,
  choiceOf,
  contactNumber,
  id,
  ids,
  int,
  latitude,
  longitude,
  longText,
  pageInput,
  pageOf,
  picture,
  regionCode,
  text,
  uploadPath,
  type WeekPeriod,
  weekPeriod,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import { dictionariesContract } from './contract/dictionaries.ts';
import { mapsContract } from './contract/maps.ts';

export const siteTypes = ['mall', 'arcade', 'cinema', 'supermarket', 'scenic', 'transport', 'other'] as const;
export type SiteType = (typeof siteTypes)[number];

export const refundModes = ['manual', 'automatic'] as const;
export type RefundMode = (typeof refundModes)[number];

/** Those whose clocks differ from each other by whole hours: figures are kept by the hour. */
export const siteTimeZones = [
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Macau',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Asia/Singapore',
  'Asia/Kuala_Lumpur',
  'Asia/Bangkok',
  'Asia/Ho_Chi_Minh',
  'Asia/Jakarta',
  'Asia/Manila',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Paris',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Sydney',
] as const;
export type SiteTimeZone = (typeof siteTimeZones)[number];

/** Monday is 1. */
export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;

export const siteChanged = defineEvent<{ id: string }>('site.changed');
/** Machines came to sites, left them, moved, or are called otherwise. The feature of machines tells it. */
export const siteFilled = defineEvent('site.filled');

const siteType = () => choiceOf('sites:type', siteTypes);
const refundMode = () => choiceOf('sites:refundMode', refundModes);

const timeZone = () => choiceOf('sites:timeZone', siteTimeZones);
/** An hour of the morning: what happens before it belongs to the day before. */
const dayStart = () => int(0, 11);

const view = permit('sites.view');
const edit = permit('sites.edit');

/** 1 open, 0 closed: the wire's numbers. */
export const siteStates = [1, 0] as const;
const siteState = () => choiceOf('sites:state', siteStates, { 1: 'good', 0: 'quiet' });

export type OpeningPeriod = WeekPeriod;
const openingHours = () => z.array(weekPeriod()).max(14);

/** What a person fills in; the server checks codes against its tables. */
const neededFields = {
  name: text(40),
  type: siteType(),
  regionCode: regionCode(),
  address: text(120),
};
const otherFields = {
  isDefault: bool().optional(),
  latitude: latitude().optional().nullable(),
  longitude: longitude().optional().nullable(),
  openingHours: openingHours().optional(),
  ifEnable: siteState().optional(),
  contactName: text(20).optional().nullable(),
  contactNumber: contactNumber().optional().nullable(),
  refundMode: refundMode().optional(),
  businessCategoryCode: z.int().min(1).max(999_999).optional().nullable(),
  timeZone: timeZone().optional(),
  dayStart: dayStart().optional(),
  sort: int(0, 9999).optional(),
  photo: uploadPath().optional().nullable(),
  remark: longText(200).optional().nullable(),
};

const siteRecord = z.object({
  id: z.string(),
  name: z.string(),
  type: siteType(),
  regionCode: z.string(),
  /** province, city and district in the caller's language */
  regionName: z.string(),
  address: z.string(),
  /** region and street in one */
  fullAddress: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  isDefault: z.boolean(),
  openingHours: z.array(z.object({ days: z.array(z.int()), period: z.string() })),
  ifEnable: siteState(),
  contactName: z.string().nullable(),
  contactNumber: wholePhone('published').nullable(),
  refundMode: refundMode(),
  businessCategoryCode: z.int().nullable(),
  timeZone: timeZone(),
  dayStart: z.int(),
  sort: z.int(),
  photo: picture().nullable(),
  remark: z.string().nullable(),
  equipmentNumber: z.int(),
  createdAt: creationTime(),
});
export type SiteRecord = z.infer<typeof siteRecord>;

const siteBrief = z.object({
  id: z.string(),
  name: z.string(),
  type: siteType(),
  ifEnable: siteState(),
  isDefault: z.boolean(),
});

const deviceBrief = z.object({
  equipmentId: z.string(),
  code: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  type: z.string(),
});

/** Without a userId these lists are about the caller. */
const ofUser = z.object({ userId: id().optional() });

interface CategoryNode {
  code: number;
  name: string;
  pcode: number | null;
  children: CategoryNode[] | null;
}
const categoryNode: z.ZodType<CategoryNode> = z
  .lazy(() =>
    z.object({
      code: z.int(),
      name: z.string(),
      pcode: z.int().nullable(),
      children: z.array(categoryNode).nullable(),
    }),
  )
  .meta({ id: 'CategoryNode' });

export const sitesContract = {
  ...dictionariesContract,
  ...mapsContract,
  listSites: get('/api/blade-field/field/list', view, {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        type: siteType().optional(),
        regionCode: regionCode().optional(),
        ifEnable: siteState().optional(),
      },
      ['sort', 'name', 'createdAt'],
    ),
    output: pageOf(siteRecord),
    refreshedBy: [siteChanged, siteFilled],
    summary: 'Sites the caller may see, with the number of devices standing there',
  }),
  readSite: get('/api/blade-field/field/detail', view, {
    input: z.object({ id: id() }),
    output: siteRecord,
    refreshedBy: [siteChanged, siteFilled],
    summary: 'One site',
  }),
  createSite: post('/api/blade-field/field/save', edit, {
    input: z.object({ ...neededFields, ...otherFields }),
    output: z.object({ id: z.string() }),
    emits: [siteChanged],
    summary: 'Adds a site; the first one of a merchant becomes the default',
  }),
  updateSite: post('/api/blade-field/field/update', edit, {
    input: z
      .object(neededFields)
      .partial()
      .extend({ ...otherFields, id: id() }),
    emits: [siteChanged],
    summary: 'Changes the given fields of a site; null empties one, an absent one stays',
  }),
  removeSites: post('/api/blade-field/field/remove', permit('sites.remove'), {
    input: z.object({ ids: ids() }),
    emits: [siteChanged],
    summary: 'Removes sites; refused while devices stand at one of them',
  }),
  setDefaultSite: get('/api/blade-field/field/updateFieldDefault', edit, {
    input: z.object({ id: id() }),
    changes: true,
    emits: [siteChanged],
    summary: "Makes a site the merchant's default",
  }),
  readSiteState: get('/api/blade-field/field/selectFieldState', 'public', {
    input: z.object({ fieldId: id() }),
    output: z.object({
      ifEnable: siteState(),
      fieldName: z.string(),
      openingHours: z.array(z.object({ days: z.array(z.int()), period: z.string() })),
    }),
    rate: { max: 600, windowSeconds: 60 },
    summary: 'Whether a site serves players now, for their pages',
  }),
  listUserSites: get('/api/blade-field/field/selectFieldListByUserId', 'session', {
    input: ofUser,
    output: z.array(siteBrief),
    refreshedBy: [siteChanged],
    summary: 'Names of the sites an account works with',
  }),
  listUserSiteDetails: get('/api/blade-field/field/getFieldListByUserId', view, {
    input: ofUser,
    output: z.array(siteRecord),
    refreshedBy: [siteChanged, siteFilled],
    summary: 'The sites an account works with, in full',
  }),
  countUserSiteDevices: get('/api/blade-field/field/getFieldAndEquipmentNumber', 'session', {
    input: ofUser,
    output: z.array(
      z.object({
        fieldId: z.string(),
        fieldName: z.string(),
        type: siteType(),
        ifEnable: siteState(),
        isDefault: z.boolean(),
        equipmentNumber: z.int(),
        timeZone: timeZone(),
        dayStart: dayStart(),
      }),
    ),
    refreshedBy: [siteChanged, siteFilled],
    summary: 'The sites an account works with and their device counts, for the site switcher',
  }),
  listUserSiteDevices: get('/api/blade-field/field/getFieldByEquipmentAndExchangeListByUserId', view, {
    input: ofUser,
    output: z.array(
      z.object({
        fieldId: z.string(),
        fieldName: z.string(),
        equipmentList: z.array(deviceBrief),
        /** the coin exchange machines among them */
        exchangeList: z.array(deviceBrief),
      }),
    ),
    refreshedBy: [siteChanged, siteFilled],
    summary: 'The sites an account works with and the devices standing there',
  }),
  listBusinessCategories: get('/api/blade-system/business-category/tree', 'session', {
    output: z.object({
      result_code: z.literal(200),
      result_message: z.string(),
      data: z.array(categoryNode),
      success: z.literal(true),
    }),
    answer: 'top',
    summary: 'Trades and lines of business',
  }),
};
