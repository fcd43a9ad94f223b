import { percentText } from '#kit/ui/fields/amounts.ts';

/** 1250 basis points read as 12.5 %. */
export const Percent = ({ basisPoints }: { basisPoints: number }) => (
  <span style={{ fontVariantNumeric: 'tabular-nums' }}>{percentText(basisPoints)} %</span>
);
