// The colors of the drawings in light and dark mode. They are in the drawings' own files, because
// every byte in the first response of a page delays its first paint.
export const scene = {
  sky: "light-dark(#dfeceb, #17343a)",
  sea: "light-dark(#b4d5d3, #10292e)",
  frame: "light-dark(#ffffff, #263b3b)",
  far: "light-dark(#7fafae, #3c6e70)",
  sun: "light-dark(#f0b429, #e6a63a)",
  dark: "light-dark(#22383a, #2c4446)",
  mid: "light-dark(#8aa3a1, #58706f)",
  paper: "light-dark(#ffffff, #d6dfdd)",
  wood: "light-dark(#ecd3a8, #d9b98a)",
};
