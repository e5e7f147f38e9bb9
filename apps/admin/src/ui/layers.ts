/** The z-index of popovers that belong to a screen: above it, and below the backdrop of a dialog (200). */
export const pagePopoverLayer = 190;
