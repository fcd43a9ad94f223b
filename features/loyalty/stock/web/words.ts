/** What people call a variant: the good, and which one of it where there are several. */
export const variantWords = ({ goodName, variantName }: { goodName: string; variantName: string }): string =>
  [goodName, variantName].filter(Boolean).join(' · ');
