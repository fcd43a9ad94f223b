/** The world of the simulated map: invented places, the same in every run, around real district centres. */
import { createHash } from 'node:crypto';
import { regionPath } from '#kit/kernel/regions.ts';
import { centres } from './centres.ts';

export interface MapPoint {
  lat: number;
  lng: number;
}

export interface District {
  adcode: string;
  province: string;
  city: string;
  district: string;
  location: MapPoint;
}

export interface Place {
  id: string;
  title: string;
  address: string;
  tel: string;
  category: string;
  location: MapPoint;
  district: District;
  street: string;
  streetNumber: string;
}

const EARTH_RADIUS_M = 6_371_000;
const SPREAD_M = 3_000;
const METRES_PER_DEGREE = 111_320;

const kinds: readonly [title: string, category: string][] = [
  ['星汇广场', '购物:购物中心'],
  ['云璟城', '购物:购物中心'],
  ['百联汇百货', '购物:综合商场'],
  ['邻里生活超市', '购物:超市'],
  ['惠民便利店', '购物:便利店'],
  ['数码港', '购物:数码家电'],
  ['欢乐电玩城', '娱乐休闲:电玩城'],
  ['抓趣娃娃机乐园', '娱乐休闲:电玩城'],
  ['童梦儿童乐园', '娱乐休闲:游乐场'],
  ['光影电影院', '娱乐休闲:电影院'],
  ['麦田量贩KTV', '娱乐休闲:KTV'],
  ['动力健身中心', '运动健身:健身中心'],
  ['体育馆', '运动健身:体育场馆'],
  ['老街美食城', '美食:小吃快餐'],
  ['江南小馆', '美食:中餐厅'],
  ['山城火锅', '美食:火锅'],
  ['街角咖啡', '美食:咖啡厅'],
  ['悦途酒店', '酒店宾馆:经济型酒店'],
  ['国际大酒店', '酒店宾馆:星级酒店'],
  ['人民医院', '医疗保健:综合医院'],
  ['康民药房', '医疗保健:药房药店'],
  ['实验小学', '教育学校:小学'],
  ['第一中学', '教育学校:中学'],
  ['职业技术学院', '教育学校:大学'],
  ['人民公园', '旅游景点:公园'],
  ['文化博物馆', '文化场馆:博物馆'],
  ['图书馆', '文化场馆:图书馆'],
  ['地铁站', '基础设施:交通设施:地铁站'],
  ['公交总站', '基础设施:交通设施:公交车站'],
  ['公共停车场', '基础设施:停车场'],
  ['政务服务中心', '机构团体:政府机关'],
  ['创业大厦', '房产小区:商务楼宇'],
  ['科技园', '房产小区:产业园区'],
  ['花园小区', '房产小区:住宅区'],
  ['滨河家园', '房产小区:住宅区'],
  ['银行营业厅', '银行金融:银行'],
  ['加油站', '汽车:加油站'],
  ['汽车客运站', '基础设施:交通设施:长途汽车站'],
];
const streets = [
  '人民路',
  '解放路',
  '建设路',
  '中山路',
  '新华路',
  '文化路',
  '和平路',
  '朝阳路',
  '滨江路',
  '迎宾大道',
];

export const stem = (name: string) =>
  name.length > 2 ? name.replace(/(新区|特别行政区|[市区县])$/, '') : name;

function toDistrict([adcode, lat, lng]: (typeof centres)[number]): District {
  const path = regionPath(adcode);
  if (!path) throw new Error(`centre ${adcode} is not in the region table`);
  const [province, ...below] = path.map(({ name }) => name);
  const [city = '', district = ''] =
    below.length === 1 && !adcode.endsWith('00') ? [province, below[0]] : below;
  return { adcode, province: province ?? '', city, district, location: { lat, lng } };
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function toPlace(district: District, [title, category]: (typeof kinds)[number]): Place {
  const seed = createHash('sha256').update(`${district.adcode}:${title}`).digest();
  const fraction = (at: number) => seed.readUInt32BE(at) / 0x1_0000_0000;
  // The square root spreads the places evenly over the disc instead of heaping them at its centre.
  const distanceM = Math.sqrt(fraction(0)) * SPREAD_M;
  const angle = fraction(4) * 2 * Math.PI;
  const { lat, lng } = district.location;
  const street = streets[seed.readUInt8(8) % streets.length] ?? '';
  const streetNumber = `${1 + (seed.readUInt16BE(9) % 400)}号`;
  const { province, city } = district;
  return {
    id: (seed.readBigUInt64BE(11) % 10n ** 19n).toString().padStart(19, '1'),
    title: `${stem(district.district || city)}${title}`,
    address: `${province === city ? '' : province}${city}${district.district}${street}${streetNumber}`,
    tel: `400-${String(seed.readUInt16BE(19) % 1000).padStart(3, '0')}-${String(seed.readUInt16BE(21) % 10_000).padStart(4, '0')}`,
    category,
    location: {
      lat: round(lat + (distanceM * Math.cos(angle)) / METRES_PER_DEGREE),
      lng: round(lng + (distanceM * Math.sin(angle)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))),
    },
    district,
    street,
    streetNumber: `${street}${streetNumber}`,
  };
}

export const districts: readonly District[] = centres.map(toDistrict);
export const places: readonly Place[] = districts.flatMap((district) =>
  kinds.map((kind) => toPlace(district, kind)),
);

export function distanceM(a: MapPoint, b: MapPoint): number {
  const radians = Math.PI / 180;
  const halfLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const halfLng = Math.sin(((b.lng - a.lng) * radians) / 2);
  const chord = halfLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * halfLng ** 2;
  return Math.round(2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(chord)) * 100) / 100;
}

export function nearest<Item extends { location: MapPoint }>(items: readonly Item[], point: MapPoint): Item {
  const [first, ...rest] = items;
  if (!first) throw new Error('nothing to choose from');
  return rest.reduce(
    (best, item) => (distanceM(item.location, point) < distanceM(best.location, point) ? item : best),
    first,
  );
}
