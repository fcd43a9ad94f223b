import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';

interface LaneSetting {
  lane: number;
  open?: boolean;
  winRate?: number;
}

const guaranteeOf = (settings: SettingsDocument): number => {
  const value = settings.needleGame?.guaranteeAfterPlays ?? settings.cells?.guaranteeAfterPlays;
  return typeof value === 'number' ? value : 0;
};

/** How often each open lane should be won, before the guarantee that all of them share. */
export function laneRates(settings: SettingsDocument): {
  rates: ReadonlyMap<number, number>;
  guaranteeAfterPlays: number;
} {
  const lanes = settings.prizeLanes?.lanes;
  const open = Array.isArray(lanes) ? (lanes as LaneSetting[]).filter((lane) => lane.open) : [];
  return {
    rates: new Map(open.map(({ lane, winRate = 0 }) => [lane, winRate / 10_000])),
    guaranteeAfterPlays: guaranteeOf(settings),
  };
}
