import siteFigures from 'virtual:slots/siteFigures';

/** How a site does; filled by the feature that counts. */
export const SiteFigures = (props: { fieldId: string; height: number; titled?: boolean }) =>
  siteFigures.map(({ feature, filling: Figures }) => <Figures key={feature} {...props} />);
