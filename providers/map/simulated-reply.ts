import type { MapPoint } from './places.ts';

export type MapReply = { status: number; message: string } & Record<string, unknown>;

export const invalidParameters: MapReply = { status: 310, message: '请求参数信息有误' };

export function parsePoint(text: string): MapPoint | undefined {
  const [lat = Number.NaN, lng = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => (part ? Number(part) : Number.NaN));
  return rest.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}
