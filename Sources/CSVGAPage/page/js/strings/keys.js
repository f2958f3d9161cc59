export default {
  en: {
    "keys.notPicture": "{name} is a movie, not a picture",
    "keys.dropMissed": "There is no replaceable key at this place. Drop the picture on one that is visible.",
    "keys.dropped": "{name} is now shown in place of {key}",
  },
  zh: {
    "keys.notPicture": "{name} 是动画，不是图片",
    "keys.dropMissed": "这个位置没有可替换的元素。请把图片拖到看得见的元素上。",
    "keys.dropped": "{key} 已替换为 {name}",
  },
};
